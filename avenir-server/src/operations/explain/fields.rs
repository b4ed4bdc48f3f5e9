//! Recovery of fields that had a value before the change: each field is a chain of readings.

use std::collections::HashMap;

use avenir_ynab::change::{Edit, Field};
use serde_json::Value;

use super::{Known, Reading, State, Told, Verdict, in_doubt};

/// One edit of a field.
struct Touch<'a> {
    /// The index of the operation in the history, and of its request and edit.
    operation: usize,
    step: usize,
    number: usize,
    edit: &'a Edit,
    fate: Fate,
}

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Applied,
    /// The request was refused, or never sent.
    Not,
    InDoubt,
}

/// A request in doubt that may still be applied.
struct Late<'a> {
    touch: &'a Touch<'a>,
    /// True if the edit may have been overwritten, or set the value that was there.
    covered: bool,
}

type Place<'a> = (Field, &'a str, Option<&'a str>);

fn place(edit: &Edit) -> Place<'_> {
    (edit.field, &edit.id, edit.month.as_deref())
}

/// Returns the verdicts on the edits of one operation, by request and number.
pub(super) fn verdicts(
    history: &[Told],
    at: usize,
    known: Known<'_>,
    plan: &impl Reading,
) -> HashMap<(usize, usize), Verdict> {
    let mut touches: HashMap<Place<'_>, Vec<Touch<'_>>> = HashMap::new();
    for edit in history[at].steps.iter().flat_map(|step| &step.edits) {
        touches.insert(place(edit), Vec::new());
    }
    for (operation, told) in history.iter().enumerate() {
        let open = in_doubt(told);
        for (step, written) in told.steps.iter().enumerate() {
            let fate = match written.state {
                State::Applied | State::Partial => Fate::Applied,
                _ if open == Some(step) => Fate::InDoubt,
                _ => Fate::Not,
            };
            for (number, edit) in written
                .edits
                .iter()
                .enumerate()
                .filter(|(_, e)| !e.creates())
            {
                if let Some(touches) = touches.get_mut(&place(edit)) {
                    touches.push(Touch {
                        operation,
                        step,
                        number,
                        edit,
                        fate,
                    });
                }
            }
        }
    }
    let mut verdicts = HashMap::new();
    for touches in touches.values().filter(|touches| !touches.is_empty()) {
        let now = plan.now(touches[0].edit);
        let chain = Chain {
            history,
            known,
            touches,
            verdicts: HashMap::new(),
        };
        let of_it = touches.iter().filter(|touch| touch.operation == at);
        let found = chain.follow(now.as_ref());
        for touch in of_it {
            if let Some(verdict) = found.get(&at) {
                verdicts.insert((touch.step, touch.number), verdict.clone());
            }
        }
    }
    verdicts
}

/// One field, from the first operation that touched it until now.
struct Chain<'a> {
    history: &'a [Told],
    known: Known<'a>,
    touches: &'a [Touch<'a>],
    /// The verdicts by operation.
    verdicts: HashMap<usize, Verdict>,
}

impl<'a> Chain<'a> {
    fn follow(mut self, now: Option<&Value>) -> HashMap<usize, Verdict> {
        let touches = self.touches;
        let mut late: Vec<Late<'a>> = Vec::new();
        for (number, touch) in touches.iter().enumerate() {
            self.expire(&mut late, touch);
            // Take the value that the next operation read before it wrote, or the value of now.
            let next = touches.get(number + 1).map(|next| &next.edit.before);
            self.gap(&mut late, touch, next.or(now));
        }
        for one in late {
            let operation = one.touch.operation;
            let verdict = if self.known.over[operation] {
                one.verdict()
            } else {
                Verdict::Waiting
            };
            self.verdicts.insert(operation, verdict);
        }
        self.verdicts
    }

    /// Drops the requests that can no longer be applied when an operation begins.
    fn expire(&mut self, late: &mut Vec<Late<'a>>, touch: &Touch<'_>) {
        let began = &self.history[touch.operation].entry.began;
        late.retain(|one| {
            let operation = one.touch.operation;
            let entry = &self.history[operation].entry;
            let is_over = began.since(&entry.heard) >= entry.may_apply_for();
            if is_over {
                self.verdicts.insert(operation, one.verdict());
            }
            !is_over
        });
    }

    /// Judges the gap between what an operation read and the next reading.
    fn gap(&mut self, late: &mut Vec<Late<'a>>, touch: &'a Touch<'a>, seen: Option<&Value>) {
        let left = match touch.fate {
            Fate::Applied => {
                for one in late.iter_mut() {
                    one.covered = true;
                }
                &touch.edit.after
            }
            Fate::InDoubt => {
                late.push(Late {
                    touch,
                    covered: false,
                });
                &touch.edit.before
            }
            Fate::Not => &touch.edit.before,
        };
        let Some(seen) = seen else {
            self.unclear(late.drain(..));
            if touch.fate == Fate::Not {
                self.verdicts.insert(touch.operation, Verdict::Unclear);
            }
            return;
        };
        if touch.is(seen, left) {
            for one in late.iter_mut() {
                one.covered |= touch.is(&one.touch.edit.after, left);
            }
            if touch.fate == Fate::Not {
                self.verdicts.insert(touch.operation, Verdict::Missing);
            }
            return;
        }
        let (mut who, rest): (Vec<_>, Vec<_>) = late
            .drain(..)
            .partition(|one| touch.is(&one.touch.edit.after, seen));
        if touch.fate == Fate::Not {
            // This request was not applied, though its field changed. A deletion that did not
            // happen leaves a row that its owner may edit.
            let is_guessed =
                touch.edit.field == Field::Budgeted || touch.is(&touch.edit.after, seen);
            let verdict = if is_guessed && who.len() != 1 {
                Verdict::Unclear
            } else {
                Verdict::Missing
            };
            self.verdicts.insert(touch.operation, verdict);
        }
        match who.len() {
            // Somebody changed it by hand.
            0 => return self.unclear(rest.into_iter()),
            1 => {
                let one = who.remove(0).touch;
                let verdict = if touch.is(&one.edit.before, left) {
                    Verdict::Applied
                } else {
                    Verdict::Unclear
                };
                self.verdicts.insert(one.operation, verdict);
            }
            _ => self.unclear(who.into_iter()),
        }
        late.extend(rest.into_iter().map(|one| Late {
            covered: true,
            ..one
        }));
    }

    fn unclear(&mut self, late: impl Iterator<Item = Late<'a>>) {
        for one in late {
            self.verdicts.insert(one.touch.operation, Verdict::Unclear);
        }
    }
}

impl Late<'_> {
    fn verdict(&self) -> Verdict {
        if self.covered {
            Verdict::Covered
        } else {
            Verdict::Missing
        }
    }
}

impl Touch<'_> {
    /// Returns whether two values of the field are the same. For a deletion only the presence of the
    /// transaction counts.
    fn is(&self, one: &Value, other: &Value) -> bool {
        if self.edit.field == Field::Transaction {
            return one.is_null() == other.is_null();
        }
        self.edit.same(one, other)
    }
}
