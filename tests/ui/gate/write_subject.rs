// A bare subject does not reach the function that writes.

use confirm::{Confirmed, Subject};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

fn delete(_: Confirmed<Delete>) {}

fn main() {
    delete(Delete { name: "a".into() });
}
