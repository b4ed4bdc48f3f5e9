use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {count}?", count = count(amount)))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
