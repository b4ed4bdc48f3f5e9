use confirm::Subject;

#[derive(Subject)]
#[subject(question(payee))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
