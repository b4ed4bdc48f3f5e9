use std::collections::HashSet;

use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: HashSet<String>,
}

fn main() {}
