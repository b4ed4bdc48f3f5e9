use confirm::Subject;

struct Amount {
    cents: i64,
}

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: Amount,
}

fn main() {}
