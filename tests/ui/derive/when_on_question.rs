use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?", when = fresh))]
struct Pay {
    payee: String,
    fresh: bool,
}

fn main() {}
