//! One compile reports all mistakes, each once; the code below adds none.

use confirm::{Subject, Unconfirmed};

#[derive(Subject)]
#[subject(
    kind = "Pay Bills",
    tier = Never,
    question("Pay {count} bills from {acount} {?", count = count(bill), payee),
    warning("{payee} is new", when = fresh),
    rows = bills,
)]
struct PayBills {
    account: String,
    #[serde(rename = "account")]
    payer: String,
    #[subject(unsorted)]
    bills: Vec<Bill>,
}

#[derive(Subject)]
#[subject(row("{payee} {amount}", amount = decimal(cents, scale = two, digits = 2)), hidden)]
struct Bill {
    payee: String,
    #[serde(with = "money")]
    cents: i64,
}

#[derive(Subject)]
#[subject(question("Pay?"))]
struct Pair(String, i64);

fn propose(bills: PayBills, pair: Pair) {
    _ = Unconfirmed::new("plan", bills);
    _ = Unconfirmed::new("plan", pair);
}

fn main() {}
