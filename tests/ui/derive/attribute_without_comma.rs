use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?") tier = Confirm)]
struct Pay {
    payee: String,
}

fn main() {}
