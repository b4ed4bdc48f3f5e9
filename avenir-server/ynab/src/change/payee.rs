use confirm::Subject;

use super::{Change, Edit, Field};

/// A change of a payee's name, in every transaction of that payee.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "rename_payee",
    question("Rename payee {from} to {name}?"),
    context("Transactions of this payee: {count}.", count = transactions)
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct RenamePayee {
    /// The plan.
    pub plan_id: String,
    /// The payee.
    pub payee_id: String,
    /// The new name.
    pub name: String,
    /// The current name.
    #[subject(shown)]
    pub from: String,
    /// The number of transactions of the payee.
    #[subject(shown)]
    pub transactions: usize,
}

#[diagnostic::do_not_recommend]
impl Change for RenamePayee {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        let (before, after) = (self.from.clone(), self.name.clone());
        vec![Edit::new(Field::PayeeName, &self.payee_id, before, after)]
    }
}
