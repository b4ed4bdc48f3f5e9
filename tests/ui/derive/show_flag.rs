use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?", payee))]
struct Pay {
    payee: bool,
}

fn main() {}
