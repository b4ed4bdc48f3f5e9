use confirm::{Subject, Unconfirmed};

#[derive(Subject)]
struct Pay {
    payee: String,
}

fn main() {
    _ = Unconfirmed::new("plan", Pay { payee: String::new() });
}
