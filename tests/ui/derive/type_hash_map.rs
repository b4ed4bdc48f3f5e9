use std::collections::HashMap;

use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: HashMap<String, i64>,
}

fn main() {}
