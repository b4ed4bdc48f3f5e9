use confirm::Subject;

#[derive(Subject)]
#[subject(
    question("Pay {payee}?"),
    consequence("{payee} cannot give it back."),
)]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
