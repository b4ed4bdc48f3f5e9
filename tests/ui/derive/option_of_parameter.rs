use confirm::{Canonical, Subject};

#[derive(Subject)]
struct Patch<T> {
    value: Option<T>,
}

#[derive(Subject)]
struct Inside<T> {
    patches: Vec<Patch<Box<T>>>,
}

#[derive(Subject)]
struct Holds {
    patch: Patch<Option<u8>>,
}

fn canonical<T: Canonical>() {}

fn main() {
    canonical::<Patch<Option<u8>>>();
    canonical::<Inside<Option<u8>>>();
}
