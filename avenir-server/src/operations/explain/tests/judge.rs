//! A comparison of the journal with what was really written.

use std::collections::HashSet;

use avenir_ynab::change::Edit;

use super::world::{World, Writer};
use crate::operations::explain::{State, Told};

impl World {
    /// Returns whether a person made by hand all that a request was to make, since it was confirmed.
    fn is_by_hand(&self, operation: usize, step: usize) -> bool {
        let edits = &self.confirmed[operation][step];
        let by_hand = |edit: &Edit| {
            if edit.creates() {
                let made = self.rows.iter().filter(|(.., maker)| maker.is_none());
                return made.filter(|(_, value, _)| *value == edit.after).count() >= edits.len();
            }
            let place = (edit.field, &edit.id);
            self.likewise.iter().any(|(made, (field, id), value)| {
                *made > operation && (*field, id) == place && *value == edit.after
            })
        };
        edits.iter().all(by_hand)
    }

    /// Compares the journal with what was really written. Returns how many operations stay unknown,
    /// and how many are known.
    pub(super) fn judge(&self) -> (usize, usize) {
        let mut unknown = 0;
        let mut ids = HashSet::new();
        for (operation, told) in self.journal.iter().enumerate() {
            // The plan cannot distinguish a request from a person who makes the whole change by hand.
            let is_applied = |step: usize| {
                self.applied.contains(&(operation, step)) || self.is_by_hand(operation, step)
            };
            let is_shown = |step: usize| self.shown.contains(&(operation, step));
            let kind = &told.entry.kind;
            match told.entry.state {
                State::Applied => {
                    let all = (0..told.steps.len()).all(is_applied);
                    assert!(
                        all,
                        "{operation} {kind} is credited with what it did not write"
                    );
                }
                State::Refused => {
                    let created = self
                        .rows
                        .iter()
                        .any(|(.., made)| made.is_some_and(|(by, _)| by == operation));
                    let any = (0..told.steps.len()).any(is_shown);
                    assert!(
                        !any && !created,
                        "{operation} {kind} is denied what it wrote"
                    );
                }
                State::Partial => {
                    let applied = (0..)
                        .zip(&told.steps)
                        .filter(|(_, step)| step.state.is_in_effect());
                    for (step, _) in applied {
                        assert!(
                            is_applied(step),
                            "{operation} {kind}: half of it is not its own"
                        );
                    }
                }
                _ => unknown += 1,
            }
            let applied = told.steps.iter().filter(|step| step.state.is_in_effect());
            for edit in applied.flat_map(|step| &step.edits) {
                // It makes no difference which twin belongs to which operation.
                let is_new = !edit.creates() || ids.insert(&edit.id);
                assert!(is_new, "{operation} {kind}: {} is counted twice", edit.id);
            }
        }
        // Check that an operation in effect, or an unknown one, explains every value.
        for ((field, id), (value, writers)) in &self.fields {
            if writers
                .iter()
                .any(|writer| !matches!(writer, Writer::Request(..)))
            {
                continue;
            }
            let left = |edit: &Edit| edit.field == *field && edit.id == *id && edit.after == *value;
            let counts = |told: &Told| {
                let is_open = told.entry.state.is_open();
                let steps = told.steps.iter();
                let mut steps = steps.filter(|step| is_open || step.state.is_in_effect());
                steps.any(|step| step.edits.iter().any(left))
            };
            let is_counted = self.journal.iter().any(counts);
            assert!(
                is_counted,
                "{field:?} {id} = {value} of {writers:?} is counted nowhere"
            );
        }
        (unknown, self.journal.len() - unknown)
    }
}
