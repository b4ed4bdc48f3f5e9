use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?", payee = or(payee, "{amount}")))]
struct Pay {
    payee: Option<String>,
    amount: i64,
}

fn main() {}
