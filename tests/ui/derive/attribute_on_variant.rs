use confirm::Subject;

#[derive(Subject)]
enum Transfer {
    #[subject(question("Send money to {payee}?"), tier = Handoff)]
    Send { payee: String },
}

fn main() {}
