//! The executor of writes. It writes down the intent before anything is sent, then the outcome of each
//! request, and the state at the end. If an answer is lost, the plan is re-read to find out what was
//! applied, by this process or by the next; [`explain`] has the rule.

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
    /// The writes that go on even if the call that began them is gone.
    tasks: TaskTracker,
}

/// The outcome of a write.
#[derive(Debug)]
pub(crate) struct Written {
    /// The id of the operation in the journal.
    pub(crate) operation_id: String,
    pub(crate) state: State,
    /// The error that stopped it.
    pub(crate) error: Option<Error>,
    /// The requests with their states.
    pub(crate) steps: Vec<WrittenStep>,
    /// YNAB's answer to the last request that was applied.
    pub(crate) answer: Value,
    /// The reason why it cannot be undone, if there is one.
    pub(crate) irreversible_because: Option<&'static str>,
    /// The ids of what an undo skipped.
    pub(crate) skipped: Vec<String>,
    /// The created objects that differ from what was confirmed.
    pub(crate) differences: Vec<Difference>,
}

/// The part of an operation that is in effect.
#[derive(Debug)]
pub(crate) struct InEffect {
    pub(crate) edits: Vec<Edit>,
    /// The other half of a move of money, if only half of the move is in effect.
    pub(crate) other_half: Vec<Edit>,
    /// True if only a reading says that half of the move is in effect.
    pub(crate) is_guessed: bool,
}

/// The time within which the same change may be meant as the same request of the user.
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

    /// Makes a confirmed change. `revalidate` works the change out once more under the lock of its
    /// plan, so that the second of two changes confirmed at the same time sees the first. If the
    /// change is no longer the same, or the intent cannot be written down, nothing is sent.
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
        // Spawn a task: a dropped call or a client that goes away must not stop it between two requests.
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
                "It is not known whether it was applied. It will be checked before the next change \
                 of this plan.",
            ))
        })
    }

    /// Makes a change, from the intent to the outcome. The caller holds the lock of the plan.
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
        let steps = change.subject().steps();
        let (id, there) = self.intend(&change, &steps).await?;
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
        } = self.send(&id, change, &steps, &there).await;
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

    /// Waits until the writes that are under way are finished. Does not wait for later ones.
    pub(crate) async fn idle(&self) {
        self.tasks.close();
        _ = tokio::time::timeout(crate::bounds::LONGEST_WRITE, self.tasks.wait()).await;
    }

    /// Returns the state and the requests of an earlier operation with the same change: one that was
    /// applied within the last hour, or one in doubt of any age.
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

    /// Returns the operation that was confirmed under that id, with its requests, if it was written.
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

    /// Returns the operation with that id, or the newest of the plan.
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

    /// Returns the newest operation of all plans.
    pub(crate) async fn newest(&self) -> Result<Option<Entry>, JournalError> {
        self.journal.newest(None).await
    }

    /// Returns every operation, oldest first.
    pub(crate) async fn operations(&self) -> Result<Vec<Entry>, JournalError> {
        self.journal.operations().await
    }

    /// Writes down a decision of the gate.
    pub(crate) fn decided(&self, decision: &Decision) {
        self.journal.decided(decision);
    }

    /// Returns the part of an operation that is in effect.
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

    /// Returns whether the field of an edit that was not applied still has its value from before.
    pub(crate) fn is_untouched(&self, facts: &PlanSnapshot, edit: &Edit) -> bool {
        let now = self.journal.seal().now(facts, edit);
        now.is_some_and(|now| edit.same(&now, &edit.before))
    }

    /// Returns the edit that takes an edit back, or `None` if its field was changed since.
    pub(crate) fn back(&self, facts: &PlanSnapshot, edit: &Edit) -> Option<Edit> {
        let seal = self.journal.seal();
        let now = seal.now(facts, edit)?;
        let mut back = edit.reversed();
        if !edit.same(&now, &edit.after) {
            return None;
        }
        if back.creates() {
            // The journal keeps no payee and no memo, so read them from the deleted row in the plan.
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

    /// Writes down the outcome of a request. Returns false if that failed: then no further request is
    /// sent, but the outcome is still reported.
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
