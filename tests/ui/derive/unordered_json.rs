use confirm::Subject;

#[derive(Subject)]
struct Pay {
    #[subject(unordered, json)]
    payee: Vec<serde_json::Value>,
}

fn main() {}
