use confirm::Subject;

#[derive(Subject)]
#[serde(tag = "kind")]
enum Target {
    Account { id: String },
    Payee { id: String, kind: String },
}

fn main() {}
