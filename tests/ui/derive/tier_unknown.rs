use confirm::Subject;

#[derive(Subject)]
#[subject(tier = Ask, question("Pay {payee}?"))]
struct Pay {
    payee: String,
}

fn main() {}
