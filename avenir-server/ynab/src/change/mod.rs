//! The changes, as data.
//!
//! A person is asked about each of these subjects. The [`Edit`]s of a subject are the fields that it
//! changes, with their values before and after. They become the requests, YNAB's answers are compared
//! with them, a journal keeps them, and reversed they are the undo.

mod auto;
mod budget;
mod categories;
mod category;
mod create;
mod edit;
mod facts;
mod flags;
mod payee;
mod reconcile;
mod requests;
mod split;
mod target;
mod undo;

use confirm::{Subject, Unconfirmed};
use serde_json::Value;

pub use self::{
    auto::{Approve, Import},
    budget::{BudgetLine, MoveMoney, SetBudget},
    categories::{CategoryChange, Recategorise},
    category::{CreateCategory, UpdateCategory},
    create::{Approval, CreateTransactions, NewTransaction},
    edit::{Edit, Field},
    facts::PlanSnapshot,
    flags::{Flag, FlagChange, SetFlags},
    payee::RenamePayee,
    reconcile::Reconcile,
    split::{SplitLine, SplitTransaction},
    target::{Frequency, SetTarget, Target},
    undo::{Cleared, Undo, Undone, UndoneRow},
};

/// A subject that can be written to YNAB as requests.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a subject, but YNAB has no endpoint for it",
    label = "no endpoint",
    note = "implement `avenir_ynab::Change` for it: its requests, as data"
)]
pub trait Change: Subject + Send + Sync + 'static {
    /// Returns the id of the plan that it changes.
    fn plan_id(&self) -> &str;

    /// Returns the edits, in the order in which they are sent.
    fn edits(&self) -> Vec<Edit>;

    /// Returns the id of the operation that it takes back, if it is an undo.
    fn undoes(&self) -> Option<&str> {
        None
    }

    /// Returns the ids of the objects that it skips, although they were asked for.
    fn skipped(&self) -> &[String] {
        &[]
    }

    /// Returns the reason why its edits cannot be undone, if there is one.
    fn irreversible_because(&self) -> Option<&'static str> {
        None
    }

    /// Returns the change as a proposal, in the scope of its plan.
    fn propose(self) -> Unconfirmed<Self>
    where
        Self: Sized,
    {
        let plan_id = self.plan_id().to_owned();
        Unconfirmed::new(plan_id, self)
    }

    /// Returns the requests, in order. Each request sets absolute values, so sending it again is
    /// harmless, except for a request that creates or imports something.
    fn steps(&self) -> Vec<Step> {
        requests::steps(self.plan_id(), self.edits())
    }
}

/// One request.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "changes are made of them")]
pub struct Step {
    /// The verb.
    pub method: Method,
    /// The path below the API's address, by segment.
    pub path: Vec<String>,
    /// The JSON body; null sends none.
    pub body: Value,
    /// The edits that it makes.
    pub edits: Vec<Edit>,
}

impl Step {
    /// Returns whether YNAB's answer shows the values that were sent. YNAB ignores some values and
    /// answers with success all the same.
    pub(crate) fn was_applied(&self, answer: &Value) -> bool {
        let facts = PlanSnapshot::of(answer);
        let (created, set): (Vec<_>, Vec<_>) = self.edits.iter().partition(|edit| edit.creates());
        set.into_iter().all(|edit| facts.holds(edit))
            && PlanSnapshot::answered(created.into_iter().cloned().collect(), answer).is_some()
    }
}

/// The verb of a request that changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Creates an object.
    Post,
    /// Changes the named fields of one object.
    Put,
    /// Changes the named fields of one or more objects.
    Patch,
    /// Deletes an object.
    Delete,
}
