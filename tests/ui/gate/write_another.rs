// An agreement to one change does not write another.

use confirm::{Confirmed, Subject};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

#[derive(Subject)]
#[subject(question("Rename {name}?"))]
struct Rename {
    name: String,
}

fn delete(_: Confirmed<Delete>) {}

fn swap(change: Confirmed<Rename>) {
    delete(change);
}

fn main() {}
