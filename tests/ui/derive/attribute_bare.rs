use confirm::Subject;

#[derive(Subject)]
#[subject]
struct Pay {
    payee: String,
}

fn main() {}
