use confirm::Subject;

#[derive(Subject)]
#[serde(remote = "Note")]
struct Note {
    id: String,
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
