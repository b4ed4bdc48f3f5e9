// A change that nobody was asked about does not reach the function that writes.

use confirm::{Confirmed, Subject, Unconfirmed};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

fn delete(_: Confirmed<Delete>) {}

fn main() {
    let change = Unconfirmed::new("things", Delete { name: "a".into() });
    delete(change);
}
