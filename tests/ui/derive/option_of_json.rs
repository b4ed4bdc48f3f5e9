use confirm::Subject;
use serde_json::Value;

#[derive(Subject)]
struct Set {
    #[subject(json)]
    one: Option<Value>,
    #[subject(json)]
    list: Vec<Option<Value>>,
}

fn main() {}
