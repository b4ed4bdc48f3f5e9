use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {amount}?", amount = decimal(amount, scale = 3)))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
