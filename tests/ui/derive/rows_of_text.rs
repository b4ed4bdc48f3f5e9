use confirm::Subject;

#[derive(Subject)]
#[subject(
    question("Pay {payee}?"),
    rows = payee,
)]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
