//! The one rule of recovery: *the states of all operations of a plan, taken together, explain the
//! plan as it is read, and no write is counted twice.*
//!
//! A request whose answer was lost is in doubt: YNAB applied it, did not apply it, or will still
//! apply it within [`OVER`]. The journal knows more than the plan shows. Each operation reads its
//! fields under the lock of the plan before it writes, so the journal's `before` is the value of the
//! field at that time. A field is thus a chain of readings, the last of which is now. Between two
//! readings there is a gap. In each gap the change of the field is credited to at most one request:
//!
//! 1. The field has the value that the journal says was left: nothing is credited. A request in
//!    doubt was not applied, or a later operation overwrote its value. The plan is the same with the
//!    request and without it, so the request does not count.
//! 2. The field has the value that exactly one request in doubt would have set: that request is
//!    credited, if it started from the value that was there.
//! 3. The field has the value that several of them would have set: nothing is credited, and all of
//!    them stay unknown.
//! 4. The field has a value that no operation set: somebody changed it by hand, and the requests in
//!    doubt at that time stay unknown.
//!
//! A request is `applied` if the plan cannot be explained without it. It is `refused` if the plan can
//! be explained without it and no part of it may still be applied. Otherwise it is `unknown`.
//!
//! A request that was never sent, because the one before it was in doubt, must not show in the plan.
//! If it does, somebody made the change by hand, and the whole operation is unknown. For assigned
//! amounts, any other change by hand to such a field has the same effect, because half a move must
//! not be guessed.
//!
//! YNAB applies the rows of one request together or not at all. So a request that shows in part is
//! `unknown`: a person can have made one of its changes by hand. Only an answer with other values
//! than were sent proves that YNAB kept a part.
//!
//! A create has no field to read before. It is credited by an exact match that was not there before
//! and belongs to no other operation; `created` has that rule.

mod created;
mod fields;
#[cfg(test)]
mod tests;

use std::time::Duration;

use avenir_ynab::change::Edit;
use serde_json::Value;

use super::{
    State,
    journal::{Told, WrittenStep},
};

/// The time after which a request whose connection broke is certainly over. YNAB gives up on a
/// request after 30 s.
pub(super) const OVER: Duration = Duration::from_secs(35);

/// The time after which a request without any outcome is certainly over, counted from the intent or
/// from the outcome before it. Before the request goes out, connecting may take 10 s, and a busy disk
/// 10 s more.
pub(super) const UNHEARD: Duration = Duration::from_secs(55);

/// A reading of the plan. Its values are sealed like those of the journal.
pub(super) trait Reading {
    /// Returns the value of an edit's field, or `None` if its object is gone.
    fn now(&self, edit: &Edit) -> Option<Value>;

    /// Returns the ids of the candidates for what an edit creates, and whether each is an exact match.
    fn candidates(&self, edit: &Edit) -> Vec<(String, bool)>;
}

/// Facts beside the journal and the plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    /// For each operation of the history, true if no request of it can still be applied.
    pub(super) over: &'a [bool],
    /// The ids of the objects that other operations created.
    pub(super) claimed: &'a [String],
    /// True if YNAB answered the open request, with other values than were sent.
    pub(super) answered: bool,
}

/// The verdict on one edit.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    /// The plan cannot be explained without it.
    Applied,
    /// The edit was not applied.
    Missing,
    /// The plan is the same with the edit and without it.
    Covered,
    /// The edit was not applied yet, and may still be.
    Waiting,
    /// The plan does not show whether the edit was applied.
    Unclear,
}

/// Returns the requests of an operation whose outcome is open, with the states that the plan shows.
pub(super) fn explain(
    history: &[Told],
    at: usize,
    known: Known<'_>,
    plan: &impl Reading,
) -> Vec<WrittenStep> {
    let mut steps = history[at].steps.clone();
    let Some(open) = first_not_applied(&steps) else {
        return steps;
    };
    // A request is sent only after the outcome of the one before it was written down.
    let (first, never_sent) = steps[open..].split_at_mut(1);
    for step in never_sent.iter_mut() {
        step.state = State::Refused;
    }
    let step = &mut first[0];
    if !step.state.is_open() {
        return steps;
    }
    let fields = fields::verdicts(history, at, known, plan);
    let made = created::verdicts(history, at, open, known, plan);
    let verdict = |step: usize, number: usize| {
        fields
            .get(&(step, number))
            .or_else(|| {
                made.get(number)
                    .and_then(Option::as_ref)
                    .map(|(_, verdict)| verdict)
            })
            .unwrap_or(&Verdict::Unclear)
    };
    let verdicts: Vec<Verdict> = (0..step.edits.len())
        .map(|number| verdict(open, number).clone())
        .collect();
    let shows_unsent = never_sent.iter().zip(open + 1..).any(|(step, at)| {
        let fields = step
            .edits
            .iter()
            .enumerate()
            .filter(|(_, edit)| !edit.creates());
        fields
            .map(|(number, _)| verdict(at, number))
            .any(|verdict| *verdict == Verdict::Unclear)
    });
    for (edit, id) in step.edits.iter_mut().zip(&made) {
        if let Some((Some(id), _)) = id {
            edit.id.clone_from(id);
        }
    }
    // An edit that sets what is there already shows nothing.
    let mut telling: Vec<&Verdict> = step
        .edits
        .iter()
        .zip(&verdicts)
        .filter(|(edit, _)| !edit.same(&edit.before, &edit.after))
        .map(|(_, verdict)| verdict)
        .collect();
    if telling.is_empty() {
        telling = verdicts.iter().collect();
    }
    step.state = state_of(&telling, known.answered);
    if step.state.is_in_effect() {
        if shows_unsent {
            step.state = State::Unknown;
        } else {
            let mut verdicts = verdicts.iter();
            step.edits
                .retain(|_| verdicts.next() == Some(&Verdict::Applied));
        }
    }
    if step.state == State::Unknown {
        step.edits.clone_from(&history[at].steps[open].edits);
    }
    steps
}

/// Returns the first request that is not known to be applied.
fn first_not_applied(steps: &[WrittenStep]) -> Option<usize> {
    steps.iter().position(|step| step.state != State::Applied)
}

/// Returns the request of an operation that is in doubt. An operation that has ended has none, also
/// where its requests were never sent.
fn in_doubt(told: &Told) -> Option<usize> {
    let open = first_not_applied(&told.steps)?;
    let is_open = told.entry.state.is_open() && told.steps[open].state.is_open();
    is_open.then_some(open)
}

/// Returns the state of a request, by its edits.
fn state_of(verdicts: &[&Verdict], answered: bool) -> State {
    let has = |verdict: &Verdict| verdicts.contains(&verdict);
    let shows = has(&Verdict::Applied);
    let lacks = has(&Verdict::Missing);
    if verdicts.is_empty() || has(&Verdict::Unclear) || has(&Verdict::Waiting) {
        State::Unknown
    } else if !shows {
        State::Refused
    } else if answered && lacks {
        State::Partial
    } else if lacks || has(&Verdict::Covered) {
        State::Unknown
    } else {
        State::Applied
    }
}
