use confirm::Subject;
use serde_json::{Value, json};

use super::{Change, Edit, Field};

/// A split of a transaction into lines with their own categories.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "split_transaction",
    question(
        "Split {date} {payee} {amount} into {count} lines?",
        date = date(date),
        payee = or(payee, "no payee"),
        amount = decimal(amount, scale = 3, digits = digits),
        count = count(lines),
    ),
    warning("The lines replace its category {before}.", before),
    warning("Only YNAB itself can undo a split."),
    rows = lines
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct SplitTransaction {
    /// The plan.
    pub plan_id: String,
    /// The transaction.
    pub transaction_id: String,
    /// The lines, in order; their amounts add up to the transaction's.
    pub lines: Vec<SplitLine>,
    /// The current category.
    pub from_category_id: Option<String>,
    /// The name of the current category.
    #[subject(shown)]
    pub before: Option<String>,
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
}

/// A line of a split that is to be made.
#[derive(Clone, Debug, Subject)]
#[subject(row(
    "{category}: {amount}, {memo}",
    amount = decimal(amount, scale = 3, digits = digits),
    memo = or(memo, "no memo"),
))]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct SplitLine {
    /// The amount, in milliunits; negative for money out.
    pub amount: i64,
    /// The category of the line.
    pub category_id: String,
    /// The memo.
    pub memo: Option<String>,
    /// The name of the category.
    #[subject(shown)]
    pub category: String,
    /// The decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

#[diagnostic::do_not_recommend]
impl Change for SplitTransaction {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        let line = |line: &SplitLine| json!({"amount": line.amount, "category_id": line.category_id, "memo": line.memo});
        let after: Vec<Value> = self.lines.iter().map(line).collect();
        vec![Edit::new(
            Field::Lines,
            &self.transaction_id,
            Value::Null,
            after,
        )]
    }

    fn irreversible_because(&self) -> Option<&'static str> {
        Some("only YNAB itself can undo a split")
    }
}
