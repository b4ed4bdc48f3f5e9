use confirm::Subject;

use super::{Change, Edit, Field};

/// Gives transactions other categories.
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
    /// The transactions, in no order.
    #[subject(unordered)]
    pub changes: Vec<CategoryChange>,
}

/// One transaction's category, before and after.
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
    /// The category it gets; none only where an undo takes it away again.
    pub category_id: Option<String>,
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
