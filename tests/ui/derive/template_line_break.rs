use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?\nAnswer yes."))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
