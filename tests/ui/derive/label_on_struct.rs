use confirm::Subject;

#[derive(Subject)]
#[subject(label("a payment"))]
struct Pay {
    payee: String,
}

fn main() {}
