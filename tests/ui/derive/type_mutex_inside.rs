use std::sync::Mutex;

use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: Option<Mutex<i64>>,
}

fn main() {}
