use confirm::Subject;

#[derive(Subject)]
#[subject(
    question("Pay {payee}?"),
    sensitive,
)]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
