use confirm::Subject;

#[derive(Subject)]
enum Never {}

fn main() {}
