use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    #[subject(skip)]
    cents: i64,
}

fn main() {}
