use confirm::Subject;

#[derive(Subject)]
struct Payees(#[subject(shown)] Vec<String>);

fn main() {}
