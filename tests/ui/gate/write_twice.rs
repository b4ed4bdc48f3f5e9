// One agreement writes once.

use confirm::{Confirmed, Subject};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

fn delete(_: Confirmed<Delete>) {}

fn twice(change: Confirmed<Delete>) {
    delete(change);
    delete(change);
}

fn main() {}
