//! What can be changed, as data.
//!
//! Each subject is what a person is asked about. Its [`Edit`]s are the fields it changes, with
//! their values before and after: the requests are made of them, YNAB's answers are held against
//! them, a journal keeps them, and turned around they are the way back.

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

/// A confirmed subject as the requests that make it so.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a subject, but YNAB has no endpoint for it",
    label = "no endpoint",
    note = "implement `avenir_ynab::Change` for it: its requests, as data"
)]
pub trait Change: Subject + Send + Sync + 'static {
    /// The plan that it changes.
    fn plan_id(&self) -> &str;

    /// What it changes, in the order in which it is sent.
    fn edits(&self) -> Vec<Edit>;

    /// The id of the operation that it takes back.
    fn undoes(&self) -> Option<&str> {
        None
    }

    /// The ids of what it leaves as it is, though it was asked for.
    fn skipped(&self) -> &[String] {
        &[]
    }

    /// Why a journal of its edits cannot take it back, if it cannot.
    fn irreversible_because(&self) -> Option<&'static str> {
        None
    }

    /// The change as a proposal, in the scope of its plan.
    fn propose(self) -> Unconfirmed<Self>
    where
        Self: Sized,
    {
        let plan_id = self.plan_id().to_owned();
        Unconfirmed::new(plan_id, self)
    }

    /// The requests, in order. Each sets absolute values, so that sending it again is harmless,
    /// but for those that create.
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
    /// What it changes.
    pub edits: Vec<Edit>,
}

impl Step {
    /// Whether YNAB's answer shows what was sent: some of what it does not take it ignores, and
    /// answers all the same.
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
    /// Creates.
    Post,
    /// Changes the named fields of one thing.
    Put,
    /// Changes the named fields.
    Patch,
    /// Deletes.
    Delete,
}
