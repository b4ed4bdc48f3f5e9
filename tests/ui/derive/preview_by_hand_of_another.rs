use confirm::Subject;

#[derive(Subject)]
#[subject(preview_by_hand = preview)]
struct Pay {
    payee: String,
}

fn preview(payee: &String) -> confirm::Preview {
    confirm::Preview::new(confirm::Text::new("Pay {payee}?").arg("payee", payee))
}

fn main() {}
