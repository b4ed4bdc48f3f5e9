//! Recovers operations in doubt: reads the plan to find out what was applied.

use std::{
    collections::HashSet,
    time::{Duration, SystemTime},
};

use avenir_ynab::change::{Edit, PlanSnapshot};
use confirm::Stop;
use serde_json::Value;

use super::{
    Operations, State,
    explain::{self, Known, OVER, Reading},
    journal::{Entry, JournalError, WrittenStep},
    lock,
    seal::Seal,
};

/// The age up to which each change of a plan tries again to recover an unknown operation.
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The time at which a plan is read for the outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Right after the request was sent, under the same lock. `over` means that the request cannot
    /// be applied later; `answered` means that YNAB answered with other values.
    AtOnce { over: bool, answered: bool },
    /// At any later time.
    Later,
}

impl Operations {
    /// Recovers the operations in doubt of one plan, or of all plans. If another call or process is
    /// writing to the one plan, this waits; among all plans, such a plan is left out.
    ///
    /// # Errors
    ///
    /// Fails if the journal cannot be used, or the lock of the plan cannot be taken.
    pub(crate) async fn recover_in_doubt(&self, plan_id: Option<&str>) -> Result<(), Stop> {
        self.recover_all(plan_id).await.map(drop)
    }

    /// Recovers, and returns what is known now about the operations that were open.
    async fn recover_all(&self, plan_id: Option<&str>) -> Result<Round, Stop> {
        let failed = |error: JournalError| Stop::failed(format!("Nothing was changed: {error}."));
        // A reading that could not tell for a week will hardly tell now; only a start tries once more.
        let since = match plan_id {
            Some(_) => SystemTime::now() - WEEK,
            None => SystemTime::UNIX_EPOCH,
        };
        let open = self.journal.in_doubt(plan_id, since).await;
        // One busy plan must not keep the others waiting.
        let patience = match plan_id {
            Some(_) => lock::PATIENCE,
            None => Duration::ZERO,
        };
        let Round {
            mut recovered,
            mut busy,
        } = Round::default();
        for entry in open.map_err(failed)? {
            if busy.contains(&entry.plan_id) {
                continue;
            }
            let _held = match self.locks.hold_within(&entry.plan_id, patience).await {
                Ok(held) => held,
                Err(_) if plan_id.is_none() => {
                    tracing::warn!(
                        plan_id = entry.plan_id,
                        "the lock of a plan cannot be taken, so its operations in doubt are not recovered"
                    );
                    busy.insert(entry.plan_id);
                    continue;
                }
                Err(stop) => return Err(stop),
            };
            // The process that held the lock may have ended the operation.
            let now = self.journal.operation(&entry.operation_id).await;
            let Some(now) = now.map_err(failed)?.filter(|now| now.state.is_open()) else {
                continue;
            };
            let found = self
                .recover_one(&now.plan_id, &now.operation_id, When::Later)
                .await;
            recovered.push((now, found));
        }
        Ok(Round { recovered, busy })
    }

    /// Recovers what an earlier process left open, and logs it for the operator.
    pub(crate) async fn recover_on_startup(self) {
        if let Ok(Round { recovered, busy }) = self.recover_all(None).await {
            for (entry, found) in &recovered {
                let Entry {
                    operation_id, kind, ..
                } = entry;
                let state = found.state.as_str();
                tracing::warn!(
                    operation_id,
                    kind,
                    state,
                    "an operation in doubt was recovered"
                );
            }
            let is_left = |found: &Recovered| found.state.is_open() && !found.is_final;
            if !busy.is_empty() || recovered.iter().any(|(_, found)| is_left(found)) {
                self.recover_later().await;
            }
        } else {
            tracing::warn!("operations in doubt cannot be recovered");
        }
    }

    /// Recovers once more when no request can be under way any more.
    pub(super) async fn recover_later(self) {
        tokio::time::sleep(OVER).await;
        if self.recover_in_doubt(None).await.is_err() {
            tracing::warn!("operations in doubt cannot be recovered");
        }
    }

    /// Recovers the open requests of an operation, and writes down its state. The caller holds the lock
    /// of the plan. Until a request is certainly over, its absence from the plan proves nothing.
    pub(super) async fn recover_one(&self, plan_id: &str, id: &str, when: When) -> Recovered {
        let Explained {
            steps,
            open,
            is_final,
        } = match self.explained(plan_id, id, when).await {
            Ok(explained) => explained,
            Err(error) => {
                tracing::error!(error = error.kind(), id, "the journal cannot be read");
                return Recovered {
                    state: State::Unknown,
                    steps: Vec::new(),
                    is_final: false,
                };
            }
        };
        for step in &steps[open..] {
            self.note_step(
                id,
                step.number,
                step.state,
                Some(step.edits.clone()),
                step.reread,
            )
            .await;
        }
        let state = State::of(steps.iter().map(|step| step.state));
        self.note_end(id, state).await;
        if is_final || !state.is_open() {
            self.clock.forget(id);
        }
        Recovered {
            state,
            steps,
            is_final,
        }
    }

    async fn explained(
        &self,
        plan_id: &str,
        id: &str,
        when: When,
    ) -> Result<Explained, JournalError> {
        // Nearly always every request was answered. Then neither the plan nor the rest of the journal
        // needs to be read.
        let own = self.journal.steps(id).await?;
        if own.iter().all(|step| step.state == State::Applied) {
            return Ok(Explained {
                open: own.len(),
                steps: own,
                is_final: true,
            });
        }
        let history = self.journal.history(id).await?;
        let Some(at) = history
            .iter()
            .position(|told| told.entry.operation_id == id)
        else {
            return Ok(Explained::default());
        };
        let is_over = |entry: &Entry| !entry.state.is_open() || self.clock.is_over(entry);
        let mut over: Vec<bool> = history.iter().map(|told| is_over(&told.entry)).collect();
        let answered = match when {
            When::AtOnce {
                over: now,
                answered,
            } => {
                over[at] = now;
                answered
            }
            When::Later => false,
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
        // An import leaves no trace that a re-read could find.
        let is_blind = in_doubt.is_some_and(|open| steps[open].edits.is_empty());
        let facts = if edits.is_empty() {
            Ok(PlanSnapshot::default())
        } else {
            self.client.facts(plan_id, &edits).await
        };
        // Exclude what other operations created, or it would count as this operation's.
        let claimed = if edits.iter().any(Edit::creates) {
            self.journal.created_by_others(id).await?
        } else {
            Vec::new()
        };
        let known = Known {
            over: &over,
            claimed: &claimed,
            answered,
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
        let is_final = is_read && when == When::Later && (over[at] || is_blind);
        if let Some(open) = in_doubt {
            // A state that a reading found is final.
            steps[open].reread = is_read && (is_final || !steps[open].state.is_open());
        }
        Ok(Explained {
            steps,
            open,
            is_final,
        })
    }
}

/// The requests of an operation with the states that the plan shows.
#[derive(Debug, Default)]
struct Explained {
    steps: Vec<WrittenStep>,
    /// The index of the first request that was not known to be applied.
    open: usize,
    is_final: bool,
}

/// The result of recovering several operations.
#[derive(Debug, Default)]
struct Round {
    recovered: Vec<(Entry, Recovered)>,
    /// The plans that were left out.
    busy: HashSet<String>,
}

/// The state of an operation after its plan was read.
#[derive(Debug)]
pub(super) struct Recovered {
    pub(super) state: State,
    pub(super) steps: Vec<WrittenStep>,
    /// True if no later reading can show more.
    pub(super) is_final: bool,
}

/// A plan as it was read.
struct Plan<'a> {
    facts: PlanSnapshot,
    seal: &'a Seal,
}

impl Reading for Plan<'_> {
    fn now(&self, edit: &Edit) -> Option<Value> {
        self.seal.now(&self.facts, edit)
    }

    fn candidates(&self, edit: &Edit) -> Vec<(String, bool)> {
        self.seal.candidates(&self.facts, edit)
    }
}
