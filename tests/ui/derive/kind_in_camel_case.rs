use confirm::Subject;

#[derive(Subject)]
#[subject(kind = "payBill", question("Pay {payee}?"))]
struct Pay {
    payee: String,
}

fn main() {}
