use confirm::Subject;

#[derive(Subject)]
enum Flag {
    #[subject(label("red"))]
    Red,
    Blue,
}

fn main() {}
