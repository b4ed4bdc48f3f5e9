use confirm::Subject;

#[derive(Subject)]
struct Note {
    id: String,
    #[serde(encrypt_with = "key")]
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
