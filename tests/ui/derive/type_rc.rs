use std::rc::Rc;

use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: Rc<str>,
}

fn main() {}
