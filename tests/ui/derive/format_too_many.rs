use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {count}?", count = count(payees, amounts)))]
struct Pay {
    payees: Vec<String>,
    amounts: Vec<i64>,
}

fn main() {}
