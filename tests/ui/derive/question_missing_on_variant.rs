use confirm::Subject;

#[derive(Subject)]
enum Transfer {
    #[subject(question("Send money to {payee}?"))]
    Send { payee: String },
    Stop,
}

fn main() {}
