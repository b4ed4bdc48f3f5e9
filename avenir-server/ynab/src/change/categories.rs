use confirm::Subject;

use super::{Change, Edit, Field};

/// A change of the categories of transactions.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "apply_categories",
    question("Recategorise {count} transaction(s)?", count = count(changes)),
    rows = changes
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct Recategorise {
    /// The plan.
    pub plan_id: String,
    /// The transactions, in no particular order.
    #[subject(unordered)]
    pub changes: Vec<CategoryChange>,
}

/// The category of one transaction, before and after.
#[derive(Clone, Debug, Subject)]
#[subject(row(
    "{date} {payee} {amount}: {before} → {after}",
    date = date(date),
    payee = or(payee, "no payee"),
    amount = decimal(amount, scale = 3, digits = digits),
    before = or(before, "no category"),
    after = or(after, "no category"),
))]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct CategoryChange {
    /// The transaction.
    pub transaction_id: String,
    /// The new category. `None` only if an undo removes the category.
    pub category_id: Option<String>,
    /// The current category.
    #[subject(shown)]
    pub from_category_id: Option<String>,
    /// The date, `YYYY-MM-DD`.
    #[subject(shown)]
    pub date: String,
    /// The name of the payee.
    #[subject(shown)]
    pub payee: Option<String>,
    /// The amount, in milliunits.
    #[subject(shown)]
    pub amount: i64,
    /// The decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
    /// The name of the current category.
    #[subject(shown)]
    pub before: Option<String>,
    /// The name of the new category.
    #[subject(shown)]
    pub after: Option<String>,
}

impl CategoryChange {
    pub(super) fn edit(&self) -> Edit {
        Edit::new(
            Field::Category,
            &self.transaction_id,
            self.from_category_id.clone(),
            self.category_id.clone(),
        )
    }
}

#[diagnostic::do_not_recommend]
impl Change for Recategorise {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        self.changes.iter().map(CategoryChange::edit).collect()
    }
}
