//! Every write goes through here: the intent before anything is sent, the outcome of each request,
//! and the state at the end. The outcome of a request whose answer was lost is found out by reading,
//! also by the next process; [`explain`] has the rule.

mod clock;
mod explain;
mod journal;
mod lock;
mod recover;
mod seal;
mod send;
mod state;

use std::time::{Duration, SystemTime};

use avenir_ynab::{
    Change, Client, Error,
    change::{Edit, Field, PlanSnapshot},
};
use confirm::{Confirmed, Decision, Stop, Unconfirmed};
use serde_json::Value;
use tokio_util::task::TaskTracker;

use self::{
    clock::Clock,
    lock::{Held, Locks},
    recover::{Recovered, When},
    send::Sent,
};
pub(crate) use self::{
    journal::{Decided, Entry, Journal, JournalError, WrittenStep},
    send::Difference,
    state::State,
};

/// The client's write side, with its journal.
#[derive(Clone, Debug)]
pub(crate) struct Operations {
    client: Client,
    journal: Journal,
    locks: Locks,
    clock: Clock,
    /// What goes on when the call that began it is gone.
    tasks: TaskTracker,
}

/// What came of a write.
#[derive(Debug)]
pub(crate) struct Written {
    /// Names the operation in the journal.
    pub(crate) operation_id: String,
    pub(crate) state: State,
    /// Why it did not go through.
    pub(crate) error: Option<Error>,
    /// Of each request: how far it came.
    pub(crate) steps: Vec<WrittenStep>,
    /// What YNAB answered to the last request that was applied.
    pub(crate) answer: Value,
    /// Why it cannot be undone, if it cannot.
    pub(crate) irreversible_because: Option<&'static str>,
    /// The ids of what an undo left as it is.
    pub(crate) skipped: Vec<String>,
    /// What YNAB made otherwise than it was confirmed.
    pub(crate) differences: Vec<Difference>,
}

/// What an operation changed, as far as it is in effect.
#[derive(Debug)]
pub(crate) struct InEffect {
    pub(crate) edits: Vec<Edit>,
    /// The other half of a move of money, if only half of it is in effect.
    pub(crate) other_half: Vec<Edit>,
    /// Whether a reading alone says that half of it is.
    pub(crate) is_guessed: bool,
}

/// Within this time the same change may be the same wish.
const RECENT: Duration = Duration::from_secs(60 * 60);

impl Operations {
    pub(crate) fn new(client: Client, journal: Journal) -> Self {
        let locks = Locks::beside(journal.path());
        Self {
            client,
            journal,
            locks,
            clock: Clock::default(),
            tasks: TaskTracker::new(),
        }
    }

    /// Makes a confirmed change. `look` works it out once more under the lock of its plan, so that
    /// of two changes that were agreed to at the same time the second sees the first. Where it is
    /// no longer the same, or the intent cannot be written down, nothing is sent.
    pub(crate) async fn apply<C, F>(
        &self,
        change: Confirmed<C>,
        revalidate: impl Fn() -> F,
    ) -> Result<Written, Stop>
    where
        C: Change,
        F: Future<Output = Result<Unconfirmed<C>, Stop>>,
    {
        let plan_id = change.subject().plan_id().to_owned();
        let held = self.locks.hold(&plan_id).await?;
        if !change.still_is(&revalidate().await?) {
            return Err(Stop::failed(
                "It changed right before it was to be written, so nothing was written. Call again \
                 to ask about it as it is now.",
            ));
        }
        // A call that is dropped, or a client that goes away, must not cut it between two requests.
        let operations = self.clone();
        let written = self
            .tasks
            .spawn(async move { operations.carry_out(&plan_id, change, &held).await });
        written.await.unwrap_or_else(|panic| {
            tracing::error!(
                cancelled = panic.is_cancelled(),
                "a write ended without an outcome"
            );
            Err(Stop::failed(
                "Whether it was applied is not known. It will be looked up before the next change \
                 of this plan.",
            ))
        })
    }

    /// From the intent to the outcome; the plan is locked.
    async fn carry_out<C: Change>(
        &self,
        plan_id: &str,
        change: Confirmed<C>,
        held: &Held,
    ) -> Result<Written, Stop> {
        if !held.is_found() {
            return Err(Stop::failed(
                "Nothing was changed: the lock of the plan, beside the journal, was moved or deleted \
                 meanwhile, so that another server may be writing. Call again.",
            ));
        }
        let (id, there) = self.intend(&change).await?;
        if change.is_withdrawn() {
            self.note_end(&id, State::Refused).await;
            return Err(Stop::failed("The call was cancelled: nothing was changed."));
        }
        let irreversible_because = change.subject().irreversible_because();
        let skipped = change.subject().skipped().to_vec();
        let Sent {
            error,
            answer,
            differences,
        } = self.send(&id, change, &there).await;
        let when = When::AtOnce {
            over: error.as_ref().is_none_or(Error::is_over),
            answered: matches!(error, Some(Error::Ignored)),
        };
        let Recovered { state, steps, .. } = self.recover_one(plan_id, &id, when).await;
        if state == State::Unknown {
            tokio::spawn(self.clone().recover_later());
        }
        Ok(Written {
            operation_id: id,
            state,
            error,
            steps,
            answer,
            irreversible_because,
            skipped,
            differences,
        })
    }

    /// Waits until nothing is being written any more. What is written later is not waited for.
    pub(crate) async fn idle(&self) {
        self.tasks.close();
        _ = tokio::time::timeout(crate::bounds::LONGEST_WRITE, self.tasks.wait()).await;
    }

    /// How far the same change came, and its requests: one of the last hour that was applied, or one
    /// at any time of which that is not known.
    pub(crate) async fn recent<C: Change>(
        &self,
        change: &Unconfirmed<C>,
    ) -> Result<Option<(State, Vec<WrittenStep>)>, JournalError> {
        let plan_id = change.subject().plan_id();
        let fingerprint = change.fingerprint().to_string();
        let since = SystemTime::now() - RECENT;
        let same = self.journal.same_since(plan_id, &fingerprint, since).await;
        let Some(entry) = same? else {
            return Ok(None);
        };
        let steps = self.journal.steps(&entry.operation_id).await?;
        Ok(Some((entry.state, steps)))
    }

    /// What came of the change that was confirmed under that id, if it was written, and its requests.
    pub(crate) async fn recorded(
        &self,
        confirmation: &str,
    ) -> Result<Option<(Entry, Vec<WrittenStep>)>, JournalError> {
        let Some(entry) = self.journal.operation(confirmation).await? else {
            return Ok(None);
        };
        let steps = self.journal.steps(confirmation).await?;
        Ok(Some((entry, steps)))
    }

    /// The operation of that id, or the newest of the plan.
    pub(crate) async fn find(
        &self,
        plan_id: &str,
        id: Option<&str>,
    ) -> Result<Option<Entry>, JournalError> {
        match id {
            Some(id) => {
                let found = self.journal.operation(id).await?;
                Ok(found.filter(|entry| entry.plan_id == plan_id))
            }
            None => self.journal.newest(Some(plan_id)).await,
        }
    }

    /// The newest operation of all plans.
    pub(crate) async fn newest(&self) -> Result<Option<Entry>, JournalError> {
        self.journal.newest(None).await
    }

    /// Every operation, oldest first.
    pub(crate) async fn operations(&self) -> Result<Vec<Entry>, JournalError> {
        self.journal.operations().await
    }

    /// Keeps a decision of the gate.
    pub(crate) fn decided(&self, decision: &Decision) {
        self.journal.decided(decision);
    }

    /// What an operation changed, as far as it was applied.
    pub(crate) async fn in_effect(&self, id: &str) -> Result<InEffect, JournalError> {
        let steps = self.journal.steps(id).await?;
        let (applied, others): (Vec<_>, Vec<_>) = steps
            .into_iter()
            .partition(|step| step.state.is_in_effect());
        let is_reread = applied.iter().any(|step| step.reread);
        let edits = |steps: Vec<WrittenStep>| steps.into_iter().flat_map(|step| step.edits);
        let applied_edits: Vec<Edit> = edits(applied).collect();
        let other_half: Vec<Edit> = edits(others)
            .filter(|edit| edit.field == Field::Budgeted)
            .collect();
        Ok(InEffect {
            is_guessed: is_reread && !other_half.is_empty(),
            edits: applied_edits,
            other_half,
        })
    }

    /// Whether the field of an edit that was not applied is still as it was before.
    pub(crate) fn is_untouched(&self, facts: &PlanSnapshot, edit: &Edit) -> bool {
        let now = self.journal.seal().now(facts, edit);
        now.is_some_and(|now| edit.same(&now, &edit.before))
    }

    /// The way back of an edit, unless its field was changed since.
    pub(crate) fn back(&self, facts: &PlanSnapshot, edit: &Edit) -> Option<Edit> {
        let seal = self.journal.seal();
        let now = seal.now(facts, edit)?;
        let mut back = edit.reversed();
        if !edit.same(&now, &edit.after) {
            return None;
        }
        if back.creates() {
            // The journal keeps no payee and no memo; the plan tells what was deleted.
            let gone = facts.deleted(&edit.id)?;
            let sealed = seal.edit(Edit {
                before: gone.clone(),
                ..edit.clone()
            });
            if sealed.before != edit.before {
                return None;
            }
            back.after = gone;
            back.id = String::new();
        }
        Some(back)
    }

    /// Whether the outcome of a request could be written down. If not, none follows it; but what came
    /// of it is said all the same.
    async fn note_step(
        &self,
        id: &str,
        number: i64,
        state: State,
        edits: Option<Vec<Edit>>,
        reread: bool,
    ) -> bool {
        let noted = self.journal.step(id, number, state, edits, reread).await;
        if let Err(error) = &noted {
            tracing::error!(
                error = error.kind(),
                id,
                "the journal lost the outcome of a request"
            );
        }
        noted.is_ok()
    }

    async fn note_end(&self, id: &str, state: State) {
        if let Err(error) = self.journal.end(id, state).await {
            tracing::error!(
                error = error.kind(),
                id,
                "the journal lost the outcome of an operation"
            );
        }
    }
}
