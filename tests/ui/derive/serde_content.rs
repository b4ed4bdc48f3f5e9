use confirm::Subject;

#[derive(Subject)]
#[serde(tag = "kind", content = "value")]
enum Target {
    Account { account_id: String },
    Payee { payee_id: String },
}

fn main() {}
