use confirm::Subject;

#[derive(Subject)]
struct Note {
    id: String,
    #[serde(flatten)]
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
