//! Tests the subject that the documentation shows.

use confirm::{Fingerprint, Subject, Tier, Unconfirmed};
use serde::Serialize;

#[derive(Clone, Serialize, Subject)]
#[subject(
    kind = "apply_categories",
    tier = Confirm,
    question("Recategorise {count} transaction(s)?", count = count(changes)),
    context("Plan {plan}", plan),
    rows = changes,
)]
struct Recategorise {
    #[subject(unordered)]
    changes: Vec<CategoryChange>,
    #[serde(skip)]
    #[subject(shown)]
    plan: Option<String>,
}

#[derive(Clone, Serialize, Subject)]
#[subject(row(
    "{date} {payee} {amount}: {before} → {after}",
    date = date(date),
    payee = or(payee, "no payee"),
    amount = decimal(amount, scale = 3, digits = digits),
    before = or(before, "no category"),
))]
struct CategoryChange {
    #[serde(rename = "id")]
    transaction_id: String,
    category_id: String,
    #[serde(skip)]
    #[subject(shown)]
    date: String,
    #[serde(skip)]
    #[subject(shown)]
    payee: Option<String>,
    #[serde(skip)]
    #[subject(shown)]
    amount: i64,
    #[serde(skip)]
    #[subject(shown)]
    digits: u32,
    #[serde(skip)]
    #[subject(shown)]
    before: Option<String>,
    #[serde(skip)]
    #[subject(shown)]
    after: String,
}

fn change(id: &str, payee: Option<&str>) -> CategoryChange {
    CategoryChange {
        transaction_id: id.into(),
        category_id: "c".into(),
        date: "2026-08-14".into(),
        payee: payee.map(Into::into),
        amount: -86_400,
        digits: 2,
        before: None,
        after: "Groceries".into(),
    }
}

#[test]
fn it_reads_well() {
    let subject = Recategorise {
        changes: vec![change("t2", Some("Joe’s Diner")), change("t1", None)],
        plan: Some("Household".into()),
    };
    let unconfirmed = Unconfirmed::new("plan-1", subject);
    assert_eq!(
        unconfirmed.preview().to_string(),
        "Recategorise 2 transaction(s)?\n\
         Plan ‘Household’\n\
         - 2026-08-14 ‘Joe’s Diner’ -86.40: no category → ‘Groceries’\n\
         - 2026-08-14 no payee -86.40: no category → ‘Groceries’"
    );
    assert_eq!(Recategorise::KIND, "apply_categories");
    assert_eq!(Recategorise::TIER, Tier::Confirm);
}

#[test]
fn the_fingerprint_is_what_a_stock_library_computes() {
    let subject = Recategorise {
        changes: vec![change("t2", None), change("t1", Some("x"))],
        plan: None,
    };
    // printf '%s' '["plan-1",{"changes":[{"category_id":"c","id":"t1"},{"category_id":"c","id":"t2"}]}]' | sha256sum
    assert_eq!(
        Fingerprint::of("plan-1", &subject).to_string(),
        "4e085de9e0ffafca51c5d4ab875325650a58a78eb3e36eb73087ccf1df7bf964"
    );
}
