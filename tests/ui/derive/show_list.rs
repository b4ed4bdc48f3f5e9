use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payees}?", payees))]
struct Pay {
    payees: Vec<String>,
}

fn main() {}
