use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"))]
struct Pay {
    payee: String,
    amount: Option<Vec<f32>>,
}

fn main() {}
