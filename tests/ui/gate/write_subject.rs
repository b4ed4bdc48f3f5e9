// Nor does the bare subject.

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
