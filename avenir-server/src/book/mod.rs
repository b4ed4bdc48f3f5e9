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

pub(crate) use self::{
    journal::{Decided, Entry, Journal, JournalError},
    state::State,
};
use self::{
    journal::{Intent, WrittenStep},
    lock::Locks,
};

/// The client's write side, with its journal.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    client: Client,
    journal: Journal,
    locks: Locks,
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
        let _held = self.locks.hold(&plan_id).await?;
        if !change.still_is(&look().await?) {
            return Err(Stop::failed(
                "It changed right before it was to be written, so nothing was written. Call again \
                 to ask about it as it is now.",
            ));
        }
        let id = self.intend(&change).await?;
        if change.is_withdrawn() {
            self.note_end(&id, State::Refused).await;
            return Err(Stop::failed("The call was cancelled: nothing was changed."));
        }
        let (error, answer) = self.send(&id, change).await;
        let (state, steps) = self.settle_one(&plan_id, &id).await;
        Ok(Written {
            operation_id: id,
            state,
            error,
            steps,
            answer,
        })
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
            undoes: subject.undoes().map(str::to_owned),
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
        let mut ids: Vec<String> = new.iter().flat_map(alike).collect();
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
                    (State::Applied, Some(Facts::name(step.edits, &answer)), None)
                }
                Some(Outcome::Refused(error)) => (State::Refused, None, Some(error)),
                Some(Outcome::Unknown(error)) => (State::Unknown, None, Some(error)),
                Some(_) => (State::Unknown, None, None),
            };
            self.note_step(id, number, state, edits).await;
            if state != State::Applied {
                return (error, answer);
            }
        }
        (None, answer)
    }

    /// Finds out what is not known of the operations of a plan, or of all plans. A plan that
    /// another call or process is writing to is waited for.
    pub(crate) async fn settle(&self, plan_id: Option<&str>) -> Result<Vec<Entry>, Stop> {
        let failed = |error: JournalError| Stop::failed(format!("Nothing was changed: {error}."));
        // What a reading could not tell then, it will hardly tell now; a start tries once more.
        let since = match plan_id {
            Some(_) => SystemTime::now() - RECENT,
            None => SystemTime::UNIX_EPOCH,
        };
        let open = self.journal.unsettled(plan_id, since).await;
        let mut settled = Vec::new();
        for entry in open.map_err(failed)? {
            let _held = self.locks.hold(&entry.plan_id).await?;
            // Whoever held the lock may have ended it.
            let Some(now) = self
                .journal
                .operation(&entry.operation_id)
                .await
                .map_err(failed)?
            else {
                continue;
            };
            if matches!(now.state, State::Intended | State::Unknown) {
                let (state, _) = self.settle_one(&now.plan_id, &now.operation_id).await;
                settled.push(Entry { state, ..now });
            }
        }
        Ok(settled)
    }

    /// Finds out what an earlier process left open, and says it to the operator.
    pub(crate) async fn reconcile(self) {
        match self.settle(None).await {
            Ok(settled) => {
                for Entry {
                    operation_id,
                    kind,
                    state,
                    ..
                } in settled
                {
                    let state = state.as_str();
                    tracing::warn!(operation_id, kind, state, "an operation was cut off");
                }
            }
            Err(stop) => tracing::warn!(?stop, "what was cut off cannot be looked up"),
        }
    }

    /// Reads what is not known of an operation's requests, and ends it. Its plan is locked.
    async fn settle_one(&self, plan_id: &str, id: &str) -> (State, Vec<WrittenStep>) {
        let mut steps = match self.journal.steps(id).await {
            Ok(steps) => steps,
            Err(error) => {
                tracing::error!(%error, id, "the journal cannot be read");
                return (State::Unknown, Vec::new());
            }
        };
        let mut stopped = false;
        for step in &mut steps {
            match step.state {
                State::Applied => continue,
                // Nothing is sent after the first that was not applied.
                _ if stopped => step.state = State::Refused,
                State::Refused => stopped = true,
                _ => {
                    let found =
                        settle::look(&self.client, self.journal.seal(), plan_id, step).await;
                    match found {
                        Ok(found) => {
                            step.state = found.state;
                            step.edits = found.edits;
                        }
                        Err(error) => {
                            tracing::warn!(%error, id, "what became of a request cannot be read");
                            step.state = State::Unknown;
                        }
                    }
                    stopped |= step.state != State::Applied;
                }
            }
            self.note_step(id, step.number, step.state, Some(step.edits.clone()))
                .await;
        }
        let state = State::of(steps.iter().map(|step| step.state));
        self.note_end(id, state).await;
        (state, steps)
    }

    /// Whether the same change was made within the last hour, or may have been.
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
            None => self.journal.newest(plan_id).await,
        }
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
        let applied = steps
            .into_iter()
            .filter(|step| step.state == State::Applied);
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

    /// The request is out, so a journal that fails now must not hide what came of it.
    async fn note_step(&self, id: &str, number: i64, state: State, edits: Option<Vec<Edit>>) {
        if let Err(error) = self.journal.step(id, number, state, edits).await {
            tracing::error!(%error, id, "the journal lost the outcome of a request");
        }
    }

    async fn note_end(&self, id: &str, state: State) {
        if let Err(error) = self.journal.end(id, state).await {
            tracing::error!(%error, id, "the journal lost the outcome of an operation");
        }
    }
}
