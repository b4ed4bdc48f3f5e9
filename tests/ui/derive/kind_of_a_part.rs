use confirm::Subject;

#[derive(Subject)]
#[subject(kind = "pay")]
struct Pay {
    payee: String,
}

fn main() {}
