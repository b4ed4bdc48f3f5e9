use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?", payee = or(payee, "nobody")))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
