//! The book wraps every write: the intent before anything is sent, the outcome of each request,
//! and the state at the end.

mod journal;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use avenir_ynab::{Change, Client, Error, Outcome};
use confirm::{Confirmed, Stop, Unconfirmed};

pub(crate) use self::journal::{Entry, Journal, JournalError};

/// The client's write side, with its journal.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    client: Client,
    journal: Journal,
    locks: Locks,
}

/// A lock for each plan of this process.
#[derive(Clone, Debug, Default)]
struct Locks(Arc<Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>>);

impl Locks {
    fn of(&self, plan_id: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(locks.entry(plan_id.to_owned()).or_default())
    }
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
        Self {
            client,
            journal,
            locks: Locks::default(),
        }
    }

    /// Makes a confirmed change. `look` works it out once more under the lock of its plan, so that
    /// of two changes that were agreed to at the same time the second sees the first. Where it is
    /// no longer the same, or the intent cannot be written down, nothing is sent.
    pub(crate) async fn apply<C, F>(
        &self,
        change: Confirmed<C>,
        look: impl Fn() -> F,
    ) -> Result<Written, Stop>
    where
        C: Change,
        F: Future<Output = Result<Unconfirmed<C>, Stop>>,
    {
        let lock = self.locks.of(change.subject().plan_id());
        let _held = lock.lock().await;
        if !change.still_is(&look().await?) {
            return Err(Stop::failed(
                "It changed right before it was to be written, so nothing was written. Call again \
                 to ask about it as it is now.",
            ));
        }
        if change.is_withdrawn() {
            return Err(Stop::failed("The call was cancelled: nothing was changed."));
        }
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
