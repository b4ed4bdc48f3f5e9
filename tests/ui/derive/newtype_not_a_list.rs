use confirm::Subject;

#[derive(Subject)]
struct PayeeId(String);

fn main() {}
