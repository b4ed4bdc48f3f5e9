use confirm::Subject;

#[derive(Subject)]
#[subject(question("Pay {payee}?"), preview_by_hand = preview)]
struct Pay {
    payee: String,
}

fn preview(pay: &Pay) -> confirm::Preview {
    confirm::Preview::new(confirm::Text::new("Pay {payee}?").arg("payee", &pay.payee))
}

fn main() {}
