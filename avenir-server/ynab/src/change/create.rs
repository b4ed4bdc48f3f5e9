use confirm::Subject;
use serde_json::json;

use super::{Change, Edit};

/// Adds transactions to an account.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "create_transactions",
    question("Create {count} transaction(s) on {account}?", count = count(transactions)),
    warning("{count} of the same day and amount are there already.", count = alike, when = alike),
    context("{approval}"),
    rows = transactions
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct CreateTransactions {
    /// The plan.
    pub plan_id: String,
    /// The account they are on.
    pub account_id: String,
    /// Whether they need no review in YNAB.
    pub approved: bool,
    /// The transactions, in the order in which they are created.
    pub transactions: Vec<NewTransaction>,
    /// The account's name.
    #[subject(shown)]
    pub account: String,
    /// What `approved` means.
    #[subject(shown)]
    pub approval: Approval,
    /// How many transactions of the account have a day and an amount of these, if any has.
    #[subject(shown)]
    pub alike: Option<usize>,
}

/// Whether new transactions need a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subject)]
#[expect(clippy::exhaustive_enums, reason = "there are two answers")]
pub enum Approval {
    /// They do not.
    #[subject(label("They will be cleared and approved."))]
    Approved,
    /// They do.
    #[subject(label("They will be cleared, and wait for your approval in YNAB."))]
    Waiting,
}

/// A transaction that is to be.
#[derive(Clone, Debug, Subject)]
#[subject(row(
    "{date} {payee} {amount}, {category}, {memo}",
    date = date(date),
    payee = payee_name,
    amount = decimal(amount, scale = 3, digits = digits),
    category = or(category, "no category"),
    memo = or(memo, "no memo"),
))]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct NewTransaction {
    /// `YYYY-MM-DD`.
    pub date: String,
    /// Milliunits; negative for money out.
    pub amount: i64,
    /// Who was paid.
    pub payee_name: String,
    /// Its category.
    pub category_id: Option<String>,
    /// Free text.
    pub memo: Option<String>,
    /// That category's name.
    #[subject(shown)]
    pub category: Option<String>,
    /// Decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

#[diagnostic::do_not_recommend]
impl Change for CreateTransactions {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        self.transactions
            .iter()
            .map(|row| {
                let after = json!({
                    "account_id": self.account_id,
                    "date": row.date,
                    "amount": row.amount,
                    "payee_name": row.payee_name,
                    "category_id": row.category_id,
                    "memo": row.memo,
                    "cleared": "cleared",
                    "approved": self.approved,
                });
                Edit::created(after)
            })
            .collect()
    }
}
