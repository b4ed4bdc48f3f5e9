use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {amount}?", amount = decimal(payee, scale = 3, digits = 2)))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
