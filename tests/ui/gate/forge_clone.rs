// A `Confirmed` cannot be cloned, even if its subject can be.

use confirm::{Confirmed, Subject};

#[derive(Clone, Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

fn copy(change: &Confirmed<Delete>) -> Confirmed<Delete> {
    Clone::clone(change)
}

fn main() {}
