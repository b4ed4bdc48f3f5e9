use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {amount}?", amount = money(amount)))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
