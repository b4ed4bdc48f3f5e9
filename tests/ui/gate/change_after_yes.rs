// A `Confirmed` cannot be changed after the yes.

use confirm::{Confirmed, Subject};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

fn change(agreed: &mut Confirmed<Delete>) {
    agreed.subject().name = String::from("other");
}

fn main() {}
