use confirm::Subject;

#[derive(Subject)]
#[serde(rename_all = "Train-Case")]
struct Note {
    id: String,
    memo: Memo,
}

#[derive(Subject)]
struct Memo {
    text: String,
}

fn main() {}
