use confirm::Subject;

#[derive(Subject)]
#[subject(
    question("Pay {payee}?"),
    warning("A new payee", when = payee),
)]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
