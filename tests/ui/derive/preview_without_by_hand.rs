use confirm::Subject;

#[derive(Subject)]
#[subject(preview = preview)]
struct Pay {
    payee: String,
}

fn main() {}
