use confirm::{Canonical, Subject};

trait Job: Canonical {}

#[derive(Subject)]
struct Run {
    job: Box<dyn Job>,
}

fn main() {}
