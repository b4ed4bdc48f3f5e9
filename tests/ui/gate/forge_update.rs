// A `Confirmed` cannot be made out of another one with a different subject.

use confirm::{Confirmed, Subject};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

fn swap(agreed: Confirmed<Delete>, other: Delete) -> Confirmed<Delete> {
    Confirmed {
        subject: other,
        ..agreed
    }
}

fn main() {}
