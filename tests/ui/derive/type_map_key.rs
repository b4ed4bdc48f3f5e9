use std::collections::BTreeMap;

use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: BTreeMap<u64, i64>,
}

fn main() {}
