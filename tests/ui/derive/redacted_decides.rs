use confirm::Subject;

#[derive(Subject)]
#[subject(
    question("Pay {payee}?"),
    warning("A new payee", when = fresh),
)]
struct Pay {
    payee: String,
    #[subject(redacted)]
    fresh: bool,
}

fn main() {}
