use std::sync::atomic::AtomicI64;

use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: AtomicI64,
}

fn main() {}
