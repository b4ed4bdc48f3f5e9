use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay on {date}?", date = date(amount)))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
