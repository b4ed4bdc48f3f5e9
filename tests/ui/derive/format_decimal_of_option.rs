use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {amount}?", amount = decimal(amount, scale = 3, digits = 2)))]
struct Pay {
    amount: Option<i64>,
}

fn main() {}
