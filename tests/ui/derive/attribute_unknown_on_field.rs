use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    #[subject(shwon)]
    payee: String,
}

fn main() {}
