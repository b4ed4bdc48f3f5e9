//! What is not known of a request is found out by reading.

use std::time::{Duration, SystemTime};

use avenir_ynab::change::{Edit, Facts};
use confirm::Stop;
use serde_json::Value;

use super::{
    Book, State,
    explain::{self, Known, OVER, Reading},
    journal::{Entry, JournalError, WrittenStep},
    seal::Seal,
};

/// How long each change of a plan looks once more for what stayed unknown.
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// When a plan is read for the outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Right after it was sent, and still under the same lock. With `over` nothing more can come of
    /// it.
    AtOnce { over: bool },
    /// At any later time.
    Later,
}

impl Book {
    /// Finds out what is not known of the operations of a plan, or of all plans. A plan that
    /// another call or process is writing to is waited for.
    pub(crate) async fn settle(&self, plan_id: Option<&str>) -> Result<Vec<Entry>, Stop> {
        let failed = |error: JournalError| Stop::failed(format!("Nothing was changed: {error}."));
        // What a reading could not tell in a week, it will hardly tell now; a start tries once more.
        let since = match plan_id {
            Some(_) => SystemTime::now() - WEEK,
            None => SystemTime::UNIX_EPOCH,
        };
        let open = self.journal.unsettled(plan_id, since).await;
        let mut settled = Vec::new();
        for entry in open.map_err(failed)? {
            let _held = self.locks.hold(&entry.plan_id).await?;
            // Whoever held the lock may have ended it.
            let now = self.journal.operation(&entry.operation_id).await;
            let Some(now) = now.map_err(failed)?.filter(|now| now.state.is_open()) else {
                continue;
            };
            let (state, _) = self
                .settle_one(&now.plan_id, &now.operation_id, When::Later)
                .await;
            settled.push(Entry { state, ..now });
        }
        Ok(settled)
    }

    /// Finds out what an earlier process left open, and says it to the operator.
    pub(crate) async fn reconcile(self) {
        if let Ok(settled) = self.settle(None).await {
            for Entry {
                operation_id,
                kind,
                state,
                ..
            } in &settled
            {
                let state = state.as_str();
                tracing::warn!(
                    operation_id,
                    kind,
                    state,
                    "an operation was open, and was looked up"
                );
            }
            if settled
                .iter()
                .any(|entry| entry.state.is_open() && self.clock.age(entry) < OVER)
            {
                self.settle_later().await;
            }
        } else {
            tracing::warn!("what was cut off cannot be looked up");
        }
    }

    /// Settles once more when nothing can be under way any more.
    pub(super) async fn settle_later(self) {
        tokio::time::sleep(OVER).await;
        if self.settle(None).await.is_err() {
            tracing::warn!("what is unknown cannot be looked up");
        }
    }

    /// Reads what is not known of an operation's requests, and ends it. Its plan is locked. A request
    /// that may still be applied is not known to be refused because it does not show.
    pub(super) async fn settle_one(
        &self,
        plan_id: &str,
        id: &str,
        when: When,
    ) -> (State, Vec<WrittenStep>) {
        let Explained {
            steps,
            open,
            looked,
        } = match self.explained(plan_id, id, when).await {
            Ok(explained) => explained,
            Err(error) => {
                tracing::error!(error = error.kind(), id, "the journal cannot be read");
                return (State::Unknown, Vec::new());
            }
        };
        for step in &steps[open..] {
            self.note_step(
                id,
                step.number,
                step.state,
                Some(step.edits.clone()),
                step.looked,
            )
            .await;
        }
        let state = State::of(steps.iter().map(|step| step.state));
        self.note_end(id, state).await;
        if looked || !state.is_open() {
            self.clock.forget(id);
        }
        (state, steps)
    }

    async fn explained(
        &self,
        plan_id: &str,
        id: &str,
        when: When,
    ) -> Result<Explained, JournalError> {
        let history = self.journal.history(id).await?;
        let Some(at) = history
            .iter()
            .position(|told| told.entry.operation_id == id)
        else {
            return Ok(Explained::default());
        };
        let is_over = |entry: &Entry| !entry.state.is_open() || self.clock.age(entry) >= OVER;
        let mut over: Vec<bool> = history.iter().map(|told| is_over(&told.entry)).collect();
        if let When::AtOnce { over: now } = when {
            over[at] = now;
        }
        // Without this, what another operation created would pass for this one's.
        let claimed = self.journal.created_by_others(id).await?;
        let known = Known {
            over: &over,
            claimed: &claimed,
        };
        let steps = &history[at].steps;
        let open = steps.iter().position(|step| step.state != State::Applied);
        let in_doubt = open.filter(|&open| steps[open].state.is_open());
        let open = open.unwrap_or(steps.len());
        let edits: Vec<Edit> = in_doubt
            .map(|open| {
                steps[open..]
                    .iter()
                    .flat_map(|step| step.edits.clone())
                    .collect()
            })
            .unwrap_or_default();
        // Nothing tells whether a bank was asked.
        let is_blind = in_doubt.is_some_and(|open| steps[open].edits.is_empty());
        let facts = if edits.is_empty() {
            Ok(Facts::default())
        } else {
            self.client.facts(plan_id, &edits).await
        };
        let (mut steps, is_read) = match facts {
            Ok(facts) => {
                let seal = self.journal.seal();
                (
                    explain::explain(&history, at, known, &Plan { facts, seal }),
                    true,
                )
            }
            Err(error) => {
                tracing::warn!(
                    error = error.kind(),
                    id,
                    "what became of a request cannot be read"
                );
                let mut steps = steps.clone();
                for step in &mut steps[open..] {
                    step.state = State::Unknown;
                }
                (steps, false)
            }
        };
        let looked = is_read && when == When::Later && (over[at] || is_blind);
        if let Some(open) = in_doubt {
            steps[open].looked = looked;
        }
        Ok(Explained {
            steps,
            open,
            looked,
        })
    }
}

/// The requests of an operation, with what the plan shows of them.
#[derive(Debug, Default)]
struct Explained {
    steps: Vec<WrittenStep>,
    /// The first that was not known to be applied.
    open: usize,
    /// Whether what the plan shows is final.
    looked: bool,
}

/// The plan as it was read.
struct Plan<'a> {
    facts: Facts,
    seal: &'a Seal,
}

impl Reading for Plan<'_> {
    fn now(&self, edit: &Edit) -> Option<Value> {
        self.seal.now(&self.facts, edit)
    }

    fn alike(&self, edit: &Edit) -> Vec<(String, bool)> {
        self.seal.alike(&self.facts, edit)
    }
}
