use confirm::Subject;

#[derive(Subject)]
#[subject(question("Set the flag?"))]
enum Flag {
    Red,
    Blue,
}

fn main() {}
