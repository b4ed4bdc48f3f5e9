//! Writes down the intent, sends the requests, and writes down the outcome of each.

use std::collections::HashSet;

use avenir_ynab::{
    Change, Error, Outcome, Step,
    change::{Edit, PlanSnapshot},
};
use confirm::{Confirmed, Stop};
use serde_json::Value;

use super::{Operations, State, journal::Intent};

/// The parts of a created object that differ from what was confirmed.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) id: String,
    pub(crate) parts: Vec<&'static str>,
}

/// The outcome of the requests of an operation.
#[derive(Debug, Default)]
pub(super) struct Sent {
    /// The error that stopped it.
    pub(super) error: Option<Error>,
    /// The last answer.
    pub(super) answer: Value,
    pub(super) differences: Vec<Difference>,
}

impl Operations {
    /// Writes down what is about to be sent. Returns the operation's id, and the ids of the objects of
    /// the created kind that are already there.
    pub(super) async fn intend<C: Change>(
        &self,
        change: &Confirmed<C>,
        requests: &[Step],
    ) -> Result<(String, HashSet<String>), Stop> {
        let nothing = |reason: String| Stop::failed(format!("Nothing was changed: {reason}."));
        let subject = change.subject();
        let mut steps = Vec::new();
        let mut there = HashSet::new();
        for step in requests {
            let facts = self.before_creating(subject.plan_id(), &step.edits).await;
            let facts = facts.map_err(|error| nothing(error.to_string()))?;
            steps.push((self.candidates(&facts, &step.edits), step.edits.clone()));
            there.extend(facts.ids());
        }
        let intent = Intent {
            kind: C::KIND,
            plan_id: subject.plan_id().to_owned(),
            evidence: change.evidence().clone(),
            // If the undo skipped something, the rest can still be undone, so do not mark it.
            undoes: subject
                .undoes()
                .filter(|_| subject.skipped().is_empty())
                .map(str::to_owned),
            steps,
        };
        let written = self.journal.intend(intent).await;
        written.map_err(|error| nothing(error.to_string()))?;
        Ok((change.evidence().id.clone(), there))
    }

    /// Reads the objects of the kinds that some edits create. Reads nothing if they create nothing.
    async fn before_creating(&self, plan_id: &str, edits: &[Edit]) -> Result<PlanSnapshot, Error> {
        let new: Vec<Edit> = edits
            .iter()
            .filter(|edit| edit.creates())
            .cloned()
            .collect();
        if new.is_empty() {
            return Ok(PlanSnapshot::default());
        }
        self.client.facts(plan_id, &new).await
    }

    /// Returns the ids of what already looks like the objects to be created. Recovery needs them to
    /// distinguish old objects from new ones.
    fn candidates(&self, facts: &PlanSnapshot, edits: &[Edit]) -> Vec<String> {
        let seal = self.journal.seal();
        let new = edits.iter().filter(|edit| edit.creates());
        let candidates = |edit: &Edit| seal.candidates(facts, &seal.edit(edit.clone()));
        let mut ids: Vec<String> = new.flat_map(candidates).map(|(id, _)| id).collect();
        ids.sort();
        ids.dedup();
        ids
    }

    /// Sends the requests until one is not applied as it was confirmed. `there` are the ids that no new
    /// object can have.
    pub(super) async fn send<C: Change>(
        &self,
        id: &str,
        change: Confirmed<C>,
        steps: &[Step],
        there: &HashSet<String>,
    ) -> Sent {
        let mut sent = Sent::default();
        let mut writing = self.client.write(change);
        for (number, step) in (0..).zip(steps) {
            let (state, edits) = match writing.next().await {
                None => break,
                Some(Outcome::Applied(answer)) => {
                    let made = PlanSnapshot::answered(step.edits.clone(), &answer);
                    sent.answer = answer;
                    sent.judge(&step.edits, made, there)
                }
                Some(Outcome::Refused(error)) => {
                    sent.error = Some(error);
                    (State::Refused, None)
                }
                Some(Outcome::Unknown(error)) => {
                    sent.error = Some(error);
                    (State::Unknown, None)
                }
                Some(_) => (State::Unknown, None),
            };
            let noted = self.note_step(id, number, state, edits, false).await;
            if state != State::Applied || !noted {
                break;
            }
        }
        sent
    }
}

impl Sent {
    /// Returns the state of a request from YNAB's answer. `made` are the edits of the request with what
    /// was created.
    fn judge(
        &mut self,
        edits: &[Edit],
        made: Option<Vec<Edit>>,
        there: &HashSet<String>,
    ) -> (State, Option<Vec<Edit>>) {
        let is_new = |edit: &Edit| !edit.creates() || !there.contains(&edit.id);
        let Some(made) = made.filter(|made| made.iter().all(is_new)) else {
            self.error = Some(Error::Ignored);
            return (State::Unknown, None);
        };
        for (edit, made) in edits.iter().zip(&made).filter(|(edit, _)| edit.creates()) {
            let parts = edit.differences(&made.after);
            if !parts.is_empty() {
                let id = made.id.clone();
                self.differences.push(Difference { id, parts });
            }
        }
        if self.differences.is_empty() {
            return (State::Applied, Some(made));
        }
        self.error = Some(Error::Ignored);
        (State::Partial, Some(made))
    }
}
