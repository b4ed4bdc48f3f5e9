use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {count} bill(s)?", count = count(bills)), rows = bills)]
struct Pay {
    bills: Vec<Bill>,
}

#[derive(Subject)]
struct Bill {
    payee: String,
}

fn main() {}
