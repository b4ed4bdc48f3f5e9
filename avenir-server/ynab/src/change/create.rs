use confirm::Subject;
use serde_json::json;

use super::{Change, Edit};

/// The creation of transactions on an account.
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
    /// The account of the transactions.
    pub account_id: String,
    /// True if the transactions are approved already, and do not wait for approval in YNAB.
    pub approved: bool,
    /// The transactions, in the order in which they are created.
    pub transactions: Vec<NewTransaction>,
    /// The account's name.
    #[subject(shown)]
    pub account: String,
    /// The meaning of `approved`, in words.
    #[subject(shown)]
    pub approval: Approval,
    /// The number of transactions of the account that have the same day and amount as one of these.
    /// `None` stands for 0.
    #[subject(shown)]
    pub alike: Option<usize>,
}

/// The approval of new transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subject)]
#[expect(clippy::exhaustive_enums, reason = "there are two answers")]
pub enum Approval {
    /// The transactions are approved.
    #[subject(label("They will be cleared and approved."))]
    Approved,
    /// The transactions wait for approval.
    #[subject(label("They will be cleared, and wait for your approval in YNAB."))]
    Waiting,
}

/// A transaction that is to be created.
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
    /// The date, `YYYY-MM-DD`.
    pub date: String,
    /// The amount, in milliunits; negative for money out.
    pub amount: i64,
    /// The name of the payee.
    pub payee_name: String,
    /// Its category.
    pub category_id: Option<String>,
    /// The memo.
    pub memo: Option<String>,
    /// The name of the category.
    #[subject(shown)]
    pub category: Option<String>,
    /// The decimals of the plan's currency.
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
