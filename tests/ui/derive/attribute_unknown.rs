use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"), colour = "red")]
struct Pay {
    payee: String,
}

fn main() {}
