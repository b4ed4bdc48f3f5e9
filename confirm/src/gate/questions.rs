//! The questions that a gate has asked: each ends in one decision, also if no answer comes.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Decision, Outcome, bounds::QUESTIONS};

#[derive(Default)]
pub(super) struct Questions(Mutex<Tracked>);

#[derive(Default)]
struct Tracked {
    open: HashMap<String, Open>,
    ended: HashMap<String, Ended>,
    /// The ids of `ended`, the first to end first.
    order: VecDeque<String>,
}

struct Open {
    /// What is known of the question so far.
    decision: Decision,
    times: Times,
}

/// When a question was asked and when it expires, in microseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) asked: u64,
    pub(super) expires: u64,
}

/// How a question ended that is no longer open.
#[derive(Clone)]
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    /// [`Decision::change`].
    pub(super) change: Option<String>,
    /// Milliseconds that it stood, unless its decision has said so already.
    pub(super) stood_ms: Option<u64>,
}

impl Questions {
    /// Records that a question went out. If there are too many, the first that expires is given up,
    /// and its decision is returned.
    pub(super) fn ask(&self, decision: &Decision, times: Times) -> Option<Decision> {
        let mut tracked = self.lock();
        let given_up = if tracked.open.len() < QUESTIONS {
            None
        } else {
            let first = tracked
                .open
                .iter()
                .min_by_key(|(_, open)| open.times.expires);
            let first = first.map(|(id, _)| id.clone());
            first.and_then(|id| tracked.end(&id, Outcome::Lost, times.asked))
        };
        if let Some(id) = decision.confirmation.clone() {
            let decision = decision.clone();
            tracked.open.insert(id, Open { decision, times });
        }
        given_up
    }

    /// Records that the answer to a question was read. False if a decision was reported for it
    /// already.
    pub(super) fn answered(&self, id: &str) -> bool {
        let mut tracked = self.lock();
        let has_ended = tracked.ended.contains_key(id);
        tracked.end(id, Outcome::Spent, 0);
        !has_ended
    }

    /// Ends a question without an answer, and returns its decision unless there was one already.
    pub(super) fn end(&self, id: &str, outcome: Outcome, now: u64) -> Option<Decision> {
        self.lock().end(id, outcome, now)
    }

    /// Gives up every question that nobody can answer any more, and returns the decisions.
    pub(super) fn expire(&self, now: u64) -> Vec<Decision> {
        self.end_all(Outcome::Expired, now, |open| open.times.expires <= now)
    }

    /// Gives up every question, and returns the decisions.
    pub(super) fn lose_all(&self, now: u64) -> Vec<Decision> {
        self.end_all(Outcome::Lost, now, |_| true)
    }

    /// How a question ended. `None` if it is not known, such as after a restart.
    pub(super) fn ended(&self, id: &str) -> Option<Ended> {
        self.lock().ended.get(id).cloned()
    }

    fn end_all(&self, outcome: Outcome, now: u64, ends: impl Fn(&Open) -> bool) -> Vec<Decision> {
        let mut tracked = self.lock();
        let ending = tracked.open.iter().filter(|(_, open)| ends(open));
        let mut ending: Vec<(u64, String)> = ending
            .map(|(id, open)| (open.times.asked, id.clone()))
            .collect();
        ending.sort_unstable();
        let ending = ending.into_iter();
        ending
            .filter_map(|(_, id)| tracked.end(&id, outcome, now))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Tracked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tracked {
    /// Ends a question, and returns its decision if it was open.
    fn end(&mut self, id: &str, outcome: Outcome, now: u64) -> Option<Decision> {
        let Open {
            mut decision,
            times,
        } = self.open.remove(id)?;
        if self.order.len() >= QUESTIONS
            && let Some(first) = self.order.pop_front()
        {
            self.ended.remove(&first);
        }
        self.order.push_back(id.to_owned());
        let ended = Ended {
            outcome,
            change: decision.change.clone(),
            stood_ms: None,
        };
        self.ended.insert(id.to_owned(), ended);
        decision.outcome = outcome;
        decision.latency_ms = Some(now.min(times.expires).saturating_sub(times.asked) / 1_000);
        Some(decision)
    }
}
