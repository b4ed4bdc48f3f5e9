//! The book wraps every write: the intent before anything is sent, the outcome of each request,
//! and the state at the end.

mod journal;

use avenir_ynab::{Change, Client, Error, Outcome};
use confirm::{Confirmed, Stop};

pub(crate) use self::journal::{Entry, Journal, JournalError};

/// The client's write side, with its journal.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    client: Client,
    journal: Journal,
}

/// How far an operation came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Written down; nothing is known of its requests yet.
    Intended,
    /// Every request was applied.
    Applied,
    /// Nothing landed.
    Refused,
    /// Some requests were applied, then one was refused.
    Partial,
    /// An answer was lost: what landed is not known.
    Unknown,
}

/// What came of a write.
#[derive(Debug)]
pub(crate) struct Written {
    /// Names the operation in the journal.
    pub(crate) operation_id: String,
    pub(crate) state: State,
    /// Why it did not go through.
    pub(crate) error: Option<Error>,
}

impl Book {
    pub(crate) fn new(client: Client, journal: Journal) -> Self {
        Self { client, journal }
    }

    /// Makes a confirmed change. Where the intent cannot be written down, nothing is sent.
    pub(crate) async fn apply<C: Change>(&self, change: Confirmed<C>) -> Result<Written, Stop> {
        let operation_id = self
            .journal
            .intend(&change)
            .await
            .map_err(|error| Stop::failed(format!("Nothing was changed: {error}.")))?;
        let mut applied = 0;
        let mut error = None;
        let mut writing = self.client.write(change);
        let mut state = State::Intended;
        while let Some(outcome) = writing.next().await {
            let step = match outcome {
                Outcome::Applied(_) => {
                    applied += 1;
                    State::Applied
                }
                Outcome::Refused(reason) => {
                    error = Some(reason);
                    State::Refused
                }
                Outcome::Unknown(reason) => {
                    error = Some(reason);
                    State::Unknown
                }
                _ => State::Unknown,
            };
            state = match step {
                State::Refused if applied > 0 => State::Partial,
                other => other,
            };
            self.note(&operation_id, step, state).await;
        }
        Ok(Written {
            operation_id,
            state,
            error,
        })
    }

    /// What came of the change that was confirmed under `id`, if it was written.
    pub(crate) async fn recorded(&self, confirmation: &str) -> Result<Option<Entry>, JournalError> {
        self.journal.operation(confirmation).await
    }

    /// The request is out, so a journal that fails now must not hide what came of it.
    async fn note(&self, operation_id: &str, step: State, state: State) {
        if let Err(error) = self.journal.step(operation_id, step, state).await {
            tracing::error!(%error, operation_id, "the journal lost the outcome of a request");
        }
    }
}
