use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay?"))]
union Pay {
    cents: i64,
    code: u32,
}

fn main() {}
