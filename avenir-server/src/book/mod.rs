//! The book wraps every write: the intent before anything is sent, the outcome of each request,
//! and the state at the end. What stays unknown is found out by reading, also by the next process.

mod journal;
mod lock;
mod seal;
mod settle;
mod state;

use std::time::{Duration, SystemTime};

use avenir_ynab::{
    Change, Client, Error, Outcome,
    change::{Edit, Facts},
};
use confirm::{Confirmed, Decision, Stop, Unconfirmed};
use serde_json::Value;
use tokio_util::task::TaskTracker;

use self::{journal::Intent, lock::Locks};
pub(crate) use self::{
    journal::{Decided, Entry, Journal, JournalError, WrittenStep},
    state::State,
};

/// The client's write side, with its journal.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    client: Client,
    journal: Journal,
    locks: Locks,
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
    pub(crate) no_way_back: Option<&'static str>,
    /// The ids of what an undo left as it is.
    pub(crate) left_alone: Vec<String>,
}

/// Within this time the same change may be the same wish.
const RECENT: Duration = Duration::from_secs(60 * 60);

impl Book {
    pub(crate) fn new(client: Client, journal: Journal) -> Self {
        let locks = Locks::beside(journal.path());
        Self {
            client,
            journal,
            locks,
            tasks: TaskTracker::new(),
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
        let plan_id = change.subject().plan_id().to_owned();
        let held = self.locks.hold(&plan_id).await?;
        if !change.still_is(&look().await?) {
            return Err(Stop::failed(
                "It changed right before it was to be written, so nothing was written. Call again \
                 to ask about it as it is now.",
            ));
        }
        // A call that is dropped, or a client that goes away, must not cut it between two requests.
        let book = self.clone();
        let written = self.tasks.spawn(async move {
            let _held = held;
            book.carry_out(&plan_id, change).await
        });
        written.await.unwrap_or_else(|panic| {
            tracing::error!(%panic, "a write ended without an outcome");
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
    ) -> Result<Written, Stop> {
        let id = self.intend(&change).await?;
        if change.is_withdrawn() {
            self.note_end(&id, State::Refused).await;
            return Err(Stop::failed("The call was cancelled: nothing was changed."));
        }
        let no_way_back = change.subject().no_way_back();
        let left_alone = change.subject().left_alone().to_vec();
        let (error, answer) = self.send(&id, change).await;
        let at_rest = error.as_ref().is_none_or(Error::is_over);
        let (state, steps) = self.settle_one(plan_id, &id, at_rest).await;
        if state == State::Unknown {
            tokio::spawn(self.clone().settle_later());
        }
        Ok(Written {
            operation_id: id,
            state,
            error,
            steps,
            answer,
            no_way_back,
            left_alone,
        })
    }

    /// Waits until nothing is being written any more. What is written later is not waited for.
    pub(crate) async fn idle(&self) {
        self.tasks.close();
        _ = tokio::time::timeout(crate::bounds::LONGEST_WRITE, self.tasks.wait()).await;
    }

    /// Writes down what is about to be sent.
    async fn intend<C: Change>(&self, change: &Confirmed<C>) -> Result<String, Stop> {
        let nothing = |reason: String| Stop::failed(format!("Nothing was changed: {reason}."));
        let subject = change.subject();
        let mut steps = Vec::new();
        for step in subject.steps() {
            let alike = self.alike(subject.plan_id(), &step.edits).await;
            steps.push((
                step.edits,
                alike.map_err(|error| nothing(error.to_string()))?,
            ));
        }
        let intent = Intent {
            kind: C::KIND,
            plan_id: subject.plan_id().to_owned(),
            evidence: change.evidence().clone(),
            // What was left alone can still be undone.
            undoes: subject
                .undoes()
                .filter(|_| subject.left_alone().is_empty())
                .map(str::to_owned),
            steps,
        };
        let written = self.journal.intend(intent).await;
        written.map_err(|error| nothing(error.to_string()))?;
        Ok(change.evidence().id.clone())
    }

    /// What looks like what is to be created, before it is: only by that can it be told apart.
    async fn alike(&self, plan_id: &str, edits: &[Edit]) -> Result<Vec<String>, Error> {
        let new: Vec<Edit> = edits
            .iter()
            .filter(|edit| edit.creates())
            .cloned()
            .collect();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let facts = self.client.facts(plan_id, &new).await?;
        let seal = self.journal.seal();
        let alike = |edit: &Edit| seal.alike(&facts, &seal.edit(edit.clone()));
        let mut ids: Vec<String> = new.iter().flat_map(alike).map(|(id, _)| id).collect();
        ids.sort();
        ids.dedup();
        Ok(ids)
    }

    /// Sends the requests until one is not applied. Gives the reason, and the last answer.
    async fn send<C: Change>(&self, id: &str, change: Confirmed<C>) -> (Option<Error>, Value) {
        let steps = change.subject().steps();
        let mut answer = Value::Null;
        let mut writing = self.client.write(change);
        for (number, step) in (0..).zip(steps) {
            let (state, edits, error) = match writing.next().await {
                None => break,
                Some(Outcome::Applied(said)) => {
                    answer = said;
                    (State::Applied, Facts::answered(step.edits, &answer), None)
                }
                Some(Outcome::Refused(error)) => (State::Refused, None, Some(error)),
                Some(Outcome::Unknown(error)) => (State::Unknown, None, Some(error)),
                Some(_) => (State::Unknown, None, None),
            };
            let noted = self.note_step(id, number, state, edits).await;
            if state != State::Applied || !noted {
                return (error, answer);
            }
        }
        (None, answer)
    }

    /// How far the same change came: one of the last hour that was applied, or one at any time of
    /// which that is not known.
    pub(crate) async fn recent<C: Change>(
        &self,
        change: &Unconfirmed<C>,
    ) -> Result<Option<State>, JournalError> {
        let plan_id = change.subject().plan_id();
        let fingerprint = change.fingerprint().to_string();
        let since = SystemTime::now() - RECENT;
        let same = self.journal.same_since(plan_id, &fingerprint, since).await;
        Ok(same?.map(|entry| entry.state))
    }

    /// What came of the change that was confirmed under `id`, if it was written.
    pub(crate) async fn recorded(&self, confirmation: &str) -> Result<Option<Entry>, JournalError> {
        self.journal.operation(confirmation).await
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
    pub(crate) async fn landed(&self, id: &str) -> Result<Vec<Edit>, JournalError> {
        let steps = self.journal.steps(id).await?;
        let applied = steps.into_iter().filter(|step| step.state.has_landed());
        Ok(applied.flat_map(|step| step.edits).collect())
    }

    /// The way back of an edit, unless its field was changed since.
    pub(crate) fn back(&self, facts: &Facts, edit: &Edit) -> Option<Edit> {
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
    ) -> bool {
        let noted = self.journal.step(id, number, state, edits).await;
        if let Err(error) = &noted {
            tracing::error!(%error, id, "the journal lost the outcome of a request");
        }
        noted.is_ok()
    }

    async fn note_end(&self, id: &str, state: State) {
        if let Err(error) = self.journal.end(id, state).await {
            tracing::error!(%error, id, "the journal lost the outcome of an operation");
        }
    }
}
