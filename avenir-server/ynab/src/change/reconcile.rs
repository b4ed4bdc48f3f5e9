use confirm::Subject;
use serde_json::json;

use super::{Change, Edit, Field};

/// A reconciliation: marks cleared transactions as reconciled, and may create an adjustment.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "reconcile_account",
    question(
        "Reconcile {account}: mark {count} cleared transaction(s) reconciled?",
        count = count(transactions),
    ),
    warning(
        "A balance adjustment of {amount} is added.",
        amount = decimal(adjustment, scale = 3, digits = digits),
        when = adjustment
    ),
    context(
        "The bank shows {balance}.",
        balance = decimal(bank_balance, scale = 3, digits = digits),
    )
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct Reconcile {
    /// The plan.
    pub plan_id: String,
    /// The account.
    pub account_id: String,
    /// The balance that the bank shows, in milliunits.
    pub bank_balance: i64,
    /// The amount of the adjustment, in milliunits. With the adjustment the account agrees with the
    /// bank.
    pub adjustment: Option<i64>,
    /// Exactly the transactions that become reconciled, in no particular order.
    #[subject(unordered)]
    pub transactions: Vec<String>,
    /// The day of the adjustment, `YYYY-MM-DD`.
    pub date: Option<String>,
    /// The category of the adjustment: Ready to Assign, or `None` on a tracking account.
    pub category_id: Option<String>,
    /// The account's name.
    #[subject(shown)]
    pub account: String,
    /// The decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

/// The payee of an adjustment. YNAB reserves the name of its own adjustments, so this name differs.
const ADJUSTMENT: &str = "Balance adjustment";

#[diagnostic::do_not_recommend]
impl Change for Reconcile {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    /// Returns the adjustment first, because the balance agrees with the bank only with it.
    fn edits(&self) -> Vec<Edit> {
        let adjustment = self.adjustment.map(|amount| {
            let row = json!({
                "account_id": self.account_id,
                "date": self.date,
                "amount": amount,
                "payee_name": ADJUSTMENT,
                "category_id": self.category_id,
                "memo": null,
                "cleared": "reconciled",
                "approved": true,
            });
            Edit::created(row)
        });
        let rows = self
            .transactions
            .iter()
            .map(|id| Edit::new(Field::Cleared, id, "cleared", "reconciled"));
        adjustment.into_iter().chain(rows).collect()
    }
}
