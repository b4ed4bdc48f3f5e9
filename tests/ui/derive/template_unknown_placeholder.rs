use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {amuont} to {payee}?"))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
