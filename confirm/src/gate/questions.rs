//! The questions that a gate has asked. Each ends in one decision, even if no answer comes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Decision, Outcome, bounds::QUESTIONS, fair::Fair};

#[derive(Default)]
pub(super) struct Questions(Mutex<Tracked>);

struct Tracked {
    /// The open questions, by the time at which they expire.
    open: Fair<u64, Open>,
    /// The ended questions, in the order in which they ended.
    ended: Fair<(), Ended>,
}

impl Default for Tracked {
    fn default() -> Self {
        Self {
            open: Fair::new(QUESTIONS),
            ended: Fair::new(QUESTIONS),
        }
    }
}

struct Open {
    /// The decision as far as it is known.
    decision: Decision,
    times: Times,
    /// The number of calls that have tried to take the question from the store.
    takers: usize,
}

/// When a question was asked and when it expires, in microseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) asked: u64,
    pub(super) expires: u64,
}

/// The end of a question.
#[derive(Clone)]
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    /// [`Decision::change`].
    pub(super) change: Option<String>,
    /// How long the question was open, in milliseconds, unless its decision was already reported.
    pub(super) stood_ms: Option<u64>,
}

impl Questions {
    /// Records that a principal was asked a question. If there are too many, gives up the question
    /// that expires first of the principal that has the most, and returns its decision.
    pub(super) fn ask(
        &self,
        principal: Option<&str>,
        decision: &Decision,
        times: Times,
    ) -> Option<Decision> {
        let id = decision.confirmation.as_deref()?;
        let mut tracked = self.lock();
        let makes_room = tracked.open.makes_room(principal);
        let given_up = makes_room.and_then(|id| tracked.end(&id, Outcome::Lost, times.asked));
        let open = Open {
            decision: decision.clone(),
            times,
            takers: 0,
        };
        tracked.open.insert(principal, times.expires, id, open);
        given_up
    }

    /// Records that a call tries to take a question from the store.
    pub(super) fn sought(&self, id: &str) {
        if let Some(open) = self.lock().open.get_mut(id) {
            open.takers += 1;
        }
    }

    /// Returns whether several calls tried to take a question that is open. One of them may then
    /// have it.
    pub(super) fn is_contested(&self, id: &str) -> bool {
        let tracked = self.lock();
        tracked.open.get(id).is_some_and(|open| open.takers > 1)
    }

    /// Records that the answer to a question was taken. Returns false if the question is not open.
    pub(super) fn answered(&self, id: &str) -> bool {
        self.lock().end(id, Outcome::Spent, 0).is_some()
    }

    /// Ends a question without an answer. Returns its decision, unless the question had already
    /// ended.
    pub(super) fn end(&self, id: &str, outcome: Outcome, now: u64) -> Option<Decision> {
        self.lock().end(id, outcome, now)
    }

    /// Gives up every expired question, and returns the decisions.
    pub(super) fn expire(&self, now: u64) -> Vec<Decision> {
        self.end_all(Outcome::Expired, now, |open| open.times.expires <= now)
    }

    /// Gives up every question, and returns the decisions.
    pub(super) fn lose_all(&self, now: u64) -> Vec<Decision> {
        self.end_all(Outcome::Lost, now, |_| true)
    }

    /// Returns how a question ended. `None` if that is not known, such as after a restart.
    pub(super) fn ended(&self, id: &str) -> Option<Ended> {
        self.lock().ended.get(id).cloned()
    }

    fn end_all(&self, outcome: Outcome, now: u64, ends: impl Fn(&Open) -> bool) -> Vec<Decision> {
        let mut tracked = self.lock();
        let ending = tracked.open.iter().filter(|(.., open)| ends(open));
        let mut ending: Vec<(u64, String)> = ending
            .map(|(_, id, open)| (open.times.asked, id.to_owned()))
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
        let entry = self.open.remove(id)?;
        let Open {
            mut decision,
            times,
            ..
        } = entry.value;
        let principal = entry.owner.as_deref();
        if let Some(first) = self.ended.makes_room(principal) {
            self.ended.remove(&first);
        }
        let ended = Ended {
            outcome,
            change: decision.change.clone(),
            stood_ms: None,
        };
        self.ended.insert(principal, (), id, ended);
        decision.outcome = outcome;
        decision.latency_ms = Some(now.min(times.expires).saturating_sub(times.asked) / 1_000);
        Some(decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: Times = Times {
        asked: 0,
        expires: 1,
    };
    const ALICE: Option<&str> = Some("alice");
    const BOB: Option<&str> = Some("bob");

    fn ask(questions: &Questions, principal: Option<&str>, id: &str) -> Option<String> {
        let decision = Decision {
            kind: "pay",
            change: None,
            confirmation: Some(id.to_owned()),
            route: None,
            outcome: Outcome::Asked,
            latency_ms: None,
        };
        let given_up = questions.ask(principal, &decision, TIMES)?;
        assert_eq!(given_up.outcome, Outcome::Lost);
        given_up.confirmation
    }

    #[test]
    fn a_flood_by_one_principal_costs_only_its_own_questions() {
        let questions = Questions::default();
        ask(&questions, ALICE, "first");
        let flood = (0..2 * QUESTIONS).filter_map(|n| ask(&questions, BOB, &n.to_string()));
        let given_up: Vec<String> = flood.collect();
        assert_eq!(given_up.len(), QUESTIONS + 1);
        assert!(!given_up.iter().any(|id| id == "first"));
        let makes_room = ask(&questions, ALICE, "second").unwrap();
        assert!(makes_room.parse::<usize>().is_ok(), "one of the flood's");
        assert!(questions.answered("first") && questions.answered("second"));
        assert!(!questions.answered("first"), "it is open once");
        assert!(given_up.iter().all(|id| !questions.answered(id)));
        assert_eq!(questions.lose_all(0).len(), QUESTIONS - 2);
    }

    #[test]
    fn a_flood_by_one_principal_forgets_only_how_its_own_questions_ended() {
        let questions = Questions::default();
        for (principal, id) in [(ALICE, "alice's".to_owned())]
            .into_iter()
            .chain((0..2 * QUESTIONS).map(|n| (BOB, n.to_string())))
        {
            ask(&questions, principal, &id);
            assert!(questions.answered(&id));
        }
        let ended = questions.ended("alice's").expect("it is known");
        assert_eq!(ended.outcome, Outcome::Spent);
        assert!(
            questions.ended("0").is_none(),
            "the oldest of the flood is not"
        );
        let last = (2 * QUESTIONS - 1).to_string();
        assert!(questions.ended(&last).is_some());
    }
}
