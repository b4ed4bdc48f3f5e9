//! Recovery of creates: a create counts as applied if the plan contains an exact match.
//!
//! A candidate matches exactly what was to be created, was not there before the request was sent,
//! and belongs to no other operation or request. If a later operation began after the request was
//! over and read the plan, that reading must show the candidate too. If two operations in doubt
//! share candidates and there are not enough for both, neither is credited. A near match (same
//! account, day and amount, edited since) leaves the request unknown.

use std::collections::HashSet;

use avenir_ynab::change::Edit;

use super::{Known, Reading, Told, Verdict, in_doubt};

/// Returns the verdict on each edit of a request that creates, with the id of what it created.
pub(super) fn verdicts(
    history: &[Told],
    at: usize,
    open: usize,
    known: Known<'_>,
    plan: &impl Reading,
) -> Vec<Option<(Option<String>, Verdict)>> {
    let edits = &history[at].steps[open].edits;
    let candidates = |operation: usize, step: usize, edit: &Edit| {
        candidates(history, (operation, step), edit, known, plan)
    };
    // Collect what other operations in doubt may have created.
    let mut rivals: Vec<(&Edit, Vec<String>)> = Vec::new();
    for (operation, told) in history.iter().enumerate().filter(|(other, _)| *other != at) {
        let step = in_doubt(told);
        for edit in step.iter().flat_map(|&step| &told.steps[step].edits) {
            if edit.creates() {
                let exact = candidates(operation, step.unwrap_or_default(), edit);
                let exact = exact.into_iter().filter(|(_, exact)| *exact);
                rivals.push((edit, exact.map(|(id, _)| id).collect()));
            }
        }
    }
    let is_rival = |id: &String| rivals.iter().any(|(_, ids)| ids.contains(id));
    let mut taken: HashSet<String> = HashSet::new();
    let mut verdicts = Vec::new();
    for edit in edits {
        if !edit.creates() {
            verdicts.push(None);
            continue;
        }
        let found = candidates(at, open, edit);
        let mut exact: Vec<&String> = found
            .iter()
            .filter(|(id, exact)| *exact && !taken.contains(id))
            .map(|(id, _)| id)
            .collect();
        exact.sort_by_key(|id| is_rival(id));
        let verdict = match exact.first() {
            Some(id) if is_rival(id) && !suffices(edit, edits, &found, &rivals) => {
                (None, Verdict::Unclear)
            }
            Some(id) => {
                taken.insert((*id).clone());
                (Some((*id).clone()), Verdict::Applied)
            }
            None if known.over[at] => (None, Verdict::Missing),
            None => (None, Verdict::Waiting),
        };
        verdicts.push(Some(verdict));
    }
    // A near match may be the created row, edited since, or somebody else's row.
    for (edit, verdict) in edits.iter().zip(&mut verdicts) {
        let is_more = |(id, _): &(String, bool)| !taken.contains(id) && !is_rival(id);
        if let Some((_, verdict)) = verdict
            && candidates(at, open, edit).iter().any(is_more)
        {
            *verdict = Verdict::Unclear;
        }
    }
    verdicts
}

/// Returns whether there are as many candidates as operations in doubt could have created.
fn suffices(
    edit: &Edit,
    own: &[Edit],
    found: &[(String, bool)],
    rivals: &[(&Edit, Vec<String>)],
) -> bool {
    let is_twin = |other: &Edit| other.creates() && other.after == edit.after;
    let ours = own.iter().filter(|other| is_twin(other)).count();
    let theirs: Vec<_> = rivals.iter().filter(|(other, _)| is_twin(other)).collect();
    let exact = found.iter().filter(|(_, exact)| *exact).map(|(id, _)| id);
    let all: HashSet<&String> = exact
        .chain(theirs.iter().flat_map(|(_, ids)| ids))
        .collect();
    all.len() >= ours + theirs.len()
}

/// Returns the candidates for what an edit created, and whether each is an exact match.
fn candidates(
    history: &[Told],
    (operation, step): (usize, usize),
    edit: &Edit,
    known: Known<'_>,
    plan: &impl Reading,
) -> Vec<(String, bool)> {
    let told = &history[operation];
    let mut found = plan.candidates(edit);
    // An earlier request of the same operation may have created a twin.
    let own = |id: &String| {
        let applied = told.steps.iter().filter(|step| step.state.is_in_effect());
        applied
            .flat_map(|step| &step.edits)
            .any(|edit| edit.creates() && edit.id == *id)
    };
    found.retain(|(id, _)| {
        !told.steps[step].candidates.contains(id) && !known.claimed.contains(id) && !own(id)
    });
    for later in &history[operation + 1..] {
        if later.entry.began.since(&told.entry.heard) < told.entry.may_apply_for() {
            continue;
        }
        for step in &later.steps {
            let reread = |other: &Edit| {
                other.creates() && other.field == edit.field && other.may_be(&edit.after)
            };
            if step.edits.iter().any(reread) {
                found.retain(|(id, _)| step.candidates.contains(id));
            }
        }
    }
    found
}
