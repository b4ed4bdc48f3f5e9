use confirm::Subject;

#[derive(Subject)]
struct Note {
    id: String,
    #[serde(default, skip_serializing)]
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
