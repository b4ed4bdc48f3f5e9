use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    #[subject(json)]
    amount: String,
}

fn main() {}
