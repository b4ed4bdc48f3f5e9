use std::cell::Cell;

use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: Cell<i64>,
}

fn main() {}
