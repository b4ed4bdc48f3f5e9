use confirm::Subject;

#[derive(Subject)]
struct Note {
    memo: String,
    #[serde(rename = "memo")]
    text: String,
}

fn main() {}
