//! What can be changed, as data.

mod categories;

use confirm::{Subject, Unconfirmed};
use serde_json::Value;

pub use self::categories::{CategoryChange, Recategorise};

/// A confirmed subject as the requests that make it so.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a subject, but YNAB has no endpoint for it",
    label = "no endpoint",
    note = "implement `avenir_ynab::Change` for it: its requests, as data"
)]
pub trait Change: Subject {
    /// The plan that it changes.
    fn plan_id(&self) -> &str;

    /// The change as a proposal, in the scope of its plan.
    fn propose(self) -> Unconfirmed<Self>
    where
        Self: Sized,
    {
        let plan_id = self.plan_id().to_owned();
        Unconfirmed::new(plan_id, self)
    }

    /// The requests, in order. Each sets absolute values, so that sending it again is harmless.
    fn steps(&self) -> Vec<Step>;

    /// Whether YNAB's answer to the step of that number, from 0, shows what was sent: some of what
    /// it does not take it ignores, and answers all the same.
    fn landed(&self, step: usize, answer: &Value) -> bool;

    /// What the journal keeps: identifiers, and the values before, which undo needs. No payee and
    /// no memo.
    fn record(&self) -> Value;
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
