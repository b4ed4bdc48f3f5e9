//! The changes that are made without asking, because they do not remove anything and do not move
//! money.

use confirm::Subject;

use super::{Change, Edit, Field, Method, Step};

/// A change that marks transactions as approved.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "approve_transactions",
    tier = Auto,
    question("Approve {count} transaction(s)?", count = count(transaction_ids))
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct Approve {
    /// The plan.
    pub plan_id: String,
    /// The transactions, in no particular order.
    #[subject(unordered)]
    pub transaction_ids: Vec<String>,
}

/// A change that imports new transactions from the linked banks.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "import_transactions",
    tier = Auto,
    question("Import transactions from the linked accounts?")
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct Import {
    /// The plan.
    pub plan_id: String,
}

#[diagnostic::do_not_recommend]
impl Change for Approve {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        self.transaction_ids
            .iter()
            .map(|id| Edit::new(Field::Approved, id, false, true))
            .collect()
    }
}

#[diagnostic::do_not_recommend]
impl Change for Import {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    /// Returns an empty list, because the bank decides what is imported.
    fn edits(&self) -> Vec<Edit> {
        Vec::new()
    }

    fn steps(&self) -> Vec<Step> {
        let path = ["plans", &self.plan_id, "transactions", "import"];
        vec![Step {
            method: Method::Post,
            path: path.map(str::to_owned).into(),
            body: serde_json::Value::Null,
            edits: Vec::new(),
        }]
    }
}
