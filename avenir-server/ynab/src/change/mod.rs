//! The changes, as data.
//!
//! A person is asked about each of these subjects. The [`Edit`]s of a subject are the fields that
//! the subject changes, with the values before and after. Requests are made from the edits, YNAB's
//! answers are compared with the edits, and a journal keeps the edits. An undo makes the edits in
//! reverse.

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
    /// Returns the id of the plan to change.
    fn plan_id(&self) -> &str;

    /// Returns the edits, in the order in which they are sent.
    fn edits(&self) -> Vec<Edit>;

    /// Returns the id of the operation that this change undoes. `None` if the change is not an
    /// undo.
    fn undoes(&self) -> Option<&str> {
        None
    }

    /// Returns the ids of the objects that the change skips, although the call asks for them.
    fn skipped(&self) -> &[String] {
        &[]
    }

    /// Returns the reason why the journaled edits cannot undo the change. `None` if they can.
    fn irreversible_because(&self) -> Option<&'static str> {
        None
    }

    /// Returns the change as a proposal, in the scope of its plan.
    fn propose(self) -> Unconfirmed<Self>
    where
        Self: Sized,
    {
        let plan_id = self.plan_id().to_owned();
        Unconfirmed::new(plan_id, self).scope_name("The plan")
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
    /// The JSON body. Null means a request without a body.
    pub body: Value,
    /// The edits that the request makes.
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
