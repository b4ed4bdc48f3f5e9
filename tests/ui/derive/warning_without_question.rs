use confirm::Subject;

#[derive(Subject)]
#[subject(warning("It cannot be called back."))]
struct Pay {
    payee: String,
}

fn main() {}
