use confirm::Subject;

#[derive(Subject)]
struct Pay {
    #[subject(unordered)]
    payee: String,
}

fn main() {}
