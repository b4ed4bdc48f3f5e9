use confirm::{Row, Text};

struct Line;

impl Row for Line {
    fn row(&self) -> Text {
        Text::new("a line")
    }
}

fn main() {}
