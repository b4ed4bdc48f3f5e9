use confirm::Subject;

#[derive(Subject)]
struct Note {
    id: String,
    #[serde(rename(serialise = "note"))]
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
