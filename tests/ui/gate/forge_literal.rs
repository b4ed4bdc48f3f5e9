// A `Confirmed` cannot be put together by hand.

use confirm::{Confirmed, Evidence, Subject};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

fn forge(subject: Delete, evidence: Evidence) -> Confirmed<Delete> {
    Confirmed {
        subject,
        canonical: String::new(),
        evidence,
    }
}

fn main() {}
