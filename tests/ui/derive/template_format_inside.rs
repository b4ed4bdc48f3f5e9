use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {amount:.2}?"))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
