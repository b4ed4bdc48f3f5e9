use confirm::Subject;
use serde_json::{Value, json};

use super::{Change, Method, Step};

/// Gives transactions other categories.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "apply_categories",
    question("Recategorise {count} transaction(s)?", count = count(changes)),
    context("Plan {plan}.", when = plan),
    rows = changes
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct Recategorise {
    /// The plan.
    pub plan_id: String,
    /// The transactions, in no order.
    #[subject(unordered)]
    pub changes: Vec<CategoryChange>,
    /// The plan's name.
    #[subject(shown)]
    pub plan: Option<String>,
}

/// One transaction's category, before and after.
#[derive(Clone, Debug, Subject)]
#[subject(row(
    "{date} {payee} {amount}: {before} → {after}",
    date = date(date),
    payee = or(payee, "no payee"),
    amount = decimal(amount, scale = 3, digits = digits),
    before = or(before, "no category"),
))]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct CategoryChange {
    /// The transaction.
    pub transaction_id: String,
    /// The category it gets.
    pub category_id: String,
    /// The category it has.
    #[subject(shown)]
    pub from_category_id: Option<String>,
    /// `YYYY-MM-DD`.
    #[subject(shown)]
    pub date: String,
    /// Who was paid.
    #[subject(shown)]
    pub payee: Option<String>,
    /// Milliunits.
    #[subject(shown)]
    pub amount: i64,
    /// Decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
    /// Name of the category it has.
    #[subject(shown)]
    pub before: Option<String>,
    /// Name of the category it gets.
    #[subject(shown)]
    pub after: String,
}

#[diagnostic::do_not_recommend]
impl Change for Recategorise {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn steps(&self) -> Vec<Step> {
        let rows: Vec<Value> = self
            .changes
            .iter()
            .map(|change| json!({"id": change.transaction_id, "category_id": change.category_id}))
            .collect();
        vec![Step {
            method: Method::Patch,
            path: vec!["plans".into(), self.plan_id.clone(), "transactions".into()],
            body: json!({"transactions": rows}),
        }]
    }

    fn landed(&self, _: usize, answer: &Value) -> bool {
        let rows = answer["transactions"].as_array();
        self.changes.iter().all(|change| {
            rows.into_iter().flatten().any(|row| {
                row["id"] == change.transaction_id && row["category_id"] == change.category_id
            })
        })
    }

    fn record(&self) -> Value {
        let rows: Vec<Value> = self
            .changes
            .iter()
            .map(|change| {
                json!({
                    "transaction_id": change.transaction_id,
                    "from_category_id": change.from_category_id,
                    "to_category_id": change.category_id,
                })
            })
            .collect();
        json!({"changes": rows})
    }
}
