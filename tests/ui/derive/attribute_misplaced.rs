use confirm::Subject;

#[derive(Subject)]
#[subject(shown)]
struct Pay {
    payee: String,
}

fn main() {}
