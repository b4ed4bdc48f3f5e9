//! A plan whose every write is known, and the journal of the operations on it.

use std::collections::HashMap;

use avenir_ynab::change::{Edit, Field};
use serde_json::Value;

use super::acts::{Act, Fault, Turn};
use crate::operations::{
    clock::Stamp,
    explain::{Known, Reading, State, Told, WrittenStep, explain},
    journal::Entry,
};

pub(super) const CATEGORIES: [&str; 3] = ["a", "b", "c"];
pub(super) const ROWS: [&str; 3] = ["r", "s", "t"];

/// The author of the value of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Writer {
    Nobody,
    Hand,
    Request(usize, usize),
}

pub(super) type Place = (Field, String);
type Row = (String, Value, Option<(usize, usize)>);

/// A plan with everything that was written to it.
#[derive(Default)]
pub(super) struct World {
    now: i64,
    pub(super) fields: HashMap<Place, (Value, Vec<Writer>)>,
    /// Created rows: id, value, and the request that made them, if no person did.
    pub(super) rows: Vec<Row>,
    pub(super) journal: Vec<Told>,
    /// The requests of each operation, as they were confirmed.
    pub(super) confirmed: Vec<Vec<Vec<Edit>>>,
    /// The requests that were applied, as operation and request.
    pub(super) applied: Vec<(usize, usize)>,
    pub(super) shown: Vec<(usize, usize)>,
    late: Vec<(i64, usize, usize)>,
    /// The next value that only a person writes.
    pub(super) hands: i64,
    /// The values that a person set exactly as an operation would have, with the number of operations
    /// at that time.
    pub(super) likewise: Vec<(usize, Place, Value)>,
    /// The number of rows ever created.
    made: usize,
}

impl Reading for World {
    fn now(&self, edit: &Edit) -> Option<Value> {
        Some(self.value(edit))
    }

    fn candidates(&self, edit: &Edit) -> Vec<(String, bool)> {
        let candidates = self.rows.iter().filter(|(_, value, _)| edit.may_be(value));
        candidates
            .map(|(id, value, _)| (id.clone(), *value == edit.after))
            .collect()
    }
}

fn key(edit: &Edit) -> Place {
    (edit.field, edit.id.clone())
}

impl World {
    pub(super) fn new() -> Self {
        let mut world = Self {
            hands: 1,
            ..Self::default()
        };
        for category in CATEGORIES {
            world.set(
                (Field::Budgeted, category.to_owned()),
                100_000.into(),
                Writer::Nobody,
            );
        }
        for row in ROWS {
            world.set((Field::Flag, row.to_owned()), Value::Null, Writer::Nobody);
        }
        world
    }

    fn set(&mut self, place: Place, value: Value, writer: Writer) {
        let field = self.fields.entry(place).or_default();
        if field.0 != value || field.1.is_empty() {
            *field = (value, Vec::new());
        }
        field.1.push(writer);
    }

    pub(super) fn value(&self, edit: &Edit) -> Value {
        match edit.field {
            Field::Transaction => {
                let row = self.rows.iter().find(|(id, ..)| *id == edit.id);
                row.map_or(Value::Null, |(_, value, _)| value.clone())
            }
            _ => self.fields[&key(edit)].0.clone(),
        }
    }

    /// Records what a kept reading shows: a request that alone gave a field its value.
    fn read(&mut self, operation: usize) {
        let edits = self.journal[operation]
            .steps
            .iter()
            .flat_map(|step| &step.edits);
        for (_, writers) in edits.filter_map(|edit| self.fields.get(&key(edit))) {
            if let [Writer::Request(operation, step)] = writers[..] {
                self.shown.push((operation, step));
            }
        }
    }

    pub(super) fn pass(&mut self, millis: i64) {
        let until = self.now + millis;
        self.late.sort_unstable();
        while let Some(&(at, operation, step)) = self.late.first().filter(|late| late.0 <= until) {
            self.late.remove(0);
            self.now = at;
            self.land(operation, step);
        }
        self.now = until;
    }

    fn land(&mut self, operation: usize, step: usize) {
        self.applied.push((operation, step));
        for edit in self.journal[operation].steps[step].edits.clone() {
            if edit.creates() {
                self.made += 1;
                let id = format!("new {}", self.made);
                self.rows.push((id, edit.after, Some((operation, step))));
            } else if edit.field == Field::Transaction {
                self.rows.retain(|(id, ..)| *id != edit.id);
            } else {
                self.set(key(&edit), edit.after, Writer::Request(operation, step));
            }
        }
    }

    fn stamp(&self) -> Stamp {
        Stamp::from_row(self.now, Some("0@boot"))
    }

    pub(super) fn play(&mut self, (act, fault, pause): &Turn) {
        self.recover_in_doubt();
        match act {
            Act::ByHand(one) => {
                self.hands += 2;
                let value = self.hands.into();
                self.set(
                    (Field::Budgeted, CATEGORIES[*one].to_owned()),
                    value,
                    Writer::Hand,
                );
            }
            Act::MoveByHand(..) => {
                let Act::MoveByHand(one, two, by) = *act else {
                    unreachable!()
                };
                for edit in self.edits(&Act::Move(one, two, by)).into_iter().flatten() {
                    self.set(key(&edit), edit.after, Writer::Hand);
                }
            }
            Act::FlagByHand(row) => {
                self.set(
                    (Field::Flag, ROWS[*row].to_owned()),
                    "green".into(),
                    Writer::Hand,
                );
            }
            Act::Likewise(number) => self.likewise(*number),
            _ => self.write(act, *fault),
        }
        self.pass(*pause);
    }

    fn likewise(&mut self, number: usize) {
        let all = self.journal.iter().flat_map(|told| &told.steps);
        let all: Vec<&Edit> = all.flat_map(|step| &step.edits).collect();
        // Count from the end, because the newest edits are the ones in doubt.
        let Some(edit) = all.into_iter().rev().nth(number).cloned() else {
            return;
        };
        let made = self.journal.len();
        if edit.creates() {
            self.made += 1;
            let id = format!("new {}", self.made);
            self.rows.push((id, edit.after, None));
        } else if edit.field == Field::Transaction {
            self.rows.retain(|(id, ..)| *id != edit.id);
            self.likewise.push((made, key(&edit), edit.after));
        } else {
            self.set(key(&edit), edit.after.clone(), Writer::Hand);
            self.likewise.push((made, key(&edit), edit.after));
        }
    }

    fn write(&mut self, act: &Act, fault: Option<(usize, Fault, bool)>) {
        let steps = self.edits(act);
        if steps.is_empty() {
            return;
        }
        let operation = self.journal.len();
        self.confirmed.push(steps.clone());
        let steps = (0..).zip(steps).map(|(number, edits)| WrittenStep {
            number,
            state: State::Intended,
            candidates: {
                let new = edits.iter().filter(|edit| edit.creates());
                new.flat_map(|edit| self.candidates(edit))
                    .map(|(id, _)| id)
                    .collect()
            },
            edits,
            reread: false,
        });
        let steps = steps.collect();
        let entry = Entry {
            operation_id: operation.to_string(),
            kind: format!("{act:?}"),
            plan_id: String::new(),
            state: State::Intended,
            route: String::new(),
            fingerprint: String::new(),
            intended: self.now,
            undoes: None,
            began: self.stamp(),
            heard: self.stamp(),
        };
        self.journal.push(Told { entry, steps });
        self.read(operation);
        if let Some((_, Fault::Withdrawn, _)) = fault {
            self.journal[operation].entry.state = State::Refused;
            return;
        }
        for step in 0..self.journal[operation].steps.len() {
            self.pass(100);
            let fault = fault.filter(|(struck, ..)| *struck == step);
            let Some((_, fault, is_killed)) = fault else {
                self.land(operation, step);
                self.note(operation, step, State::Applied);
                continue;
            };
            match fault {
                Fault::Refused | Fault::Withdrawn => {}
                Fault::Lost => self.pass(1_000),
                Fault::Unanswered => {
                    self.land(operation, step);
                    self.pass(1_000);
                }
                Fault::Late(by) => self.late.push((self.now + by, operation, step)),
                Fault::Slow(wait, by) => {
                    self.pass(wait);
                    self.late.push((self.now + by, operation, step));
                    return;
                }
            }
            if is_killed {
                return;
            }
            let state = if matches!(fault, Fault::Refused) {
                State::Refused
            } else {
                State::Unknown
            };
            self.note(operation, step, state);
            break;
        }
        self.recover_one(operation, true);
    }

    fn note(&mut self, operation: usize, step: usize, state: State) {
        let own = self
            .rows
            .iter()
            .filter(|(.., made)| *made == Some((operation, step)));
        let ids: Vec<String> = own.map(|(id, ..)| id.clone()).collect();
        let edits = &mut self.journal[operation].steps[step].edits;
        for (edit, id) in edits.iter_mut().filter(|edit| edit.creates()).zip(ids) {
            edit.id = id;
        }
        self.journal[operation].steps[step].state = state;
        self.journal[operation].entry.heard = self.stamp();
    }

    pub(super) fn recover_in_doubt(&mut self) {
        for operation in 0..self.journal.len() {
            let told = &self.journal[operation];
            if told.entry.state.is_open() && !told.steps.iter().any(|step| step.reread) {
                self.recover_one(operation, false);
            }
        }
    }

    fn recover_one(&mut self, operation: usize, at_once: bool) {
        let over: Vec<bool> = self
            .journal
            .iter()
            .map(|told| self.stamp().since(&told.entry.heard) >= told.entry.may_apply_for())
            .collect();
        let created = |told: &Told| {
            let edits = told.steps.iter().flat_map(|step| &step.edits);
            edits
                .filter(|edit| edit.creates())
                .map(|edit| edit.id.clone())
                .collect::<Vec<_>>()
        };
        let others = self
            .journal
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != operation);
        let claimed: Vec<String> = others.flat_map(|(_, told)| created(told)).collect();
        let known = Known {
            over: &over,
            claimed: &claimed,
            answered: false,
        };
        let steps = explain(&self.journal, operation, known, self);
        let state = State::of(steps.iter().map(|step| step.state));
        let heard = self.stamp();
        let told = &mut self.journal[operation];
        for (step, was) in steps.iter().zip(&mut told.steps) {
            was.reread |= was.state.is_open() && step.state.is_in_effect();
        }
        for (mut step, was) in steps.into_iter().zip(&mut told.steps) {
            step.reread = was.reread;
            *was = step;
        }
        told.entry.state = state;
        if let Some(step) = told
            .steps
            .iter_mut()
            .find(|step| step.state == State::Unknown)
        {
            if over[operation] && !at_once {
                step.reread = true;
            } else {
                told.entry.heard = heard;
            }
        }
    }
}
