use confirm::Subject;

#[derive(Subject)]
#[serde(untagged)]
enum Target {
    Account { account_id: String },
    Payee { payee_id: String },
}

fn main() {}
