use confirm::Subject;

#[derive(Subject)]
#[subject(kind = "pay", question("Pay {payee}?"), kind = "send")]
struct Pay {
    payee: String,
}

fn main() {}
