use confirm::Subject;

#[derive(Subject)]
struct Note {
    id: String,
    #[serde(serialize_with = "memo")]
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
