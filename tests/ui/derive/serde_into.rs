use confirm::Subject;

#[derive(Subject)]
#[serde(into = "String")]
struct Note {
    id: String,
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
