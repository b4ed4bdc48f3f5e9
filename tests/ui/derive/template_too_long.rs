use confirm::Subject;

#[derive(Subject)]
#[subject(question("Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, Really pay {payee}, ?"))]
struct Pay {
    payee: String,
    amount: i64,
}

fn main() {}
