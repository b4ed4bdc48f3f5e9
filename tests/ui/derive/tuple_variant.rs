use confirm::Subject;

#[derive(Subject)]
enum Target {
    Payee(String),
    Account { id: String },
}

fn main() {}
