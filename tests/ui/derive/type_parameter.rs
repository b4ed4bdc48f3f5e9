use confirm::{Subject, Unconfirmed};

#[derive(Subject)]
#[subject(question("Set {name}?"))]
struct Set<T> {
    name: String,
    value: T,
}

struct Amount;

fn propose(set: Set<Amount>) {
    _ = Unconfirmed::new("plan", set);
}

fn main() {}
