use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: f64,
}

fn main() {}
