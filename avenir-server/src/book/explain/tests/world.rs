//! A plan whose every write is known, and the journal of the operations on it.

use std::collections::{BTreeMap, HashMap, HashSet};

use avenir_ynab::change::{Edit, Field};
use serde_json::{Value, json};

use crate::book::{
    clock::Stamp,
    explain::{Known, OVER, Reading, State, Told, WrittenStep, explain},
    journal::Entry,
};

pub(super) const CATEGORIES: [&str; 3] = ["a", "b", "c"];
pub(super) const ROWS: [&str; 3] = ["r", "s", "t"];
const MONTH: &str = "2026-12-01";

/// What happens to the request of an operation at which it stops.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// YNAB says no.
    Refused,
    /// It never arrives.
    Lost,
    /// It arrives, and its answer does not.
    Unanswered,
    /// It arrives that many milliseconds after the connection broke.
    Late(i64),
}

#[derive(Clone, Debug)]
pub(super) enum Act {
    Set(usize, i64),
    Move(usize, usize, i64),
    Flags(Vec<(usize, usize)>),
    Create(i64, usize),
    Undo(usize),
    ByHand(usize),
    MoveByHand(usize, usize, i64),
    FlagByHand(usize),
}

/// An act, the request that fails and how, whether the process dies of it, and how long it is until
/// the next act.
pub(super) type Turn = (Act, Option<(usize, Fault, bool)>, i64);

/// Who gave a field the value that it has.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Writer {
    Nobody,
    Hand,
    Request(usize, usize),
}

type Place = (Field, String);

/// A plan, and all that was written to it.
#[derive(Default)]
pub(super) struct World {
    now: i64,
    fields: HashMap<Place, (Value, Vec<Writer>)>,
    /// Created rows: id, value, and the request that made them.
    rows: Vec<(String, Value, (usize, usize))>,
    pub(super) journal: Vec<Told>,
    /// Which requests were applied, and which of them a reading showed.
    applied: Vec<(usize, usize)>,
    shown: Vec<(usize, usize)>,
    late: Vec<(i64, usize, usize)>,
    /// Values that only a hand writes.
    hands: i64,
    /// How many rows were ever created.
    made: usize,
}

impl Reading for World {
    fn now(&self, edit: &Edit) -> Option<Value> {
        Some(self.value(edit))
    }

    fn alike(&self, edit: &Edit) -> Vec<(String, bool)> {
        let alike = self.rows.iter().filter(|(_, value, _)| edit.may_be(value));
        alike
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

    fn value(&self, edit: &Edit) -> Value {
        match edit.field {
            Field::Transaction => {
                let row = self.rows.iter().find(|(id, ..)| *id == edit.id);
                row.map_or(Value::Null, |(_, value, _)| value.clone())
            }
            _ => self.fields[&key(edit)].0.clone(),
        }
    }

    /// A reading that is kept shows a request that alone gave a field its value.
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
                self.rows.push((id, edit.after, (operation, step)));
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

    fn edits(&self, act: &Act) -> Vec<Vec<Edit>> {
        let budget = |category: usize| Edit::budgeted(MONTH, CATEGORIES[category], 0, 0);
        let from = |mut edit: Edit, after: Value| {
            edit.before = self.value(&edit);
            edit.after = after;
            edit
        };
        let by = |category: usize, by: i64| {
            let edit = budget(category);
            let now = self.value(&edit).as_i64().unwrap();
            from(edit, (now + by).into())
        };
        let steps = match act {
            Act::Set(one, to) => vec![vec![from(budget(*one), (*to).into())]],
            Act::Move(one, two, amount) if one != two => {
                vec![vec![by(*one, -amount)], vec![by(*two, *amount)]]
            }
            Act::Flags(flags) => {
                let flags: BTreeMap<_, _> = flags.iter().copied().collect();
                let edit = |(row, color): (usize, usize)| {
                    let color = [Value::Null, "red".into(), "blue".into()][color].clone();
                    from(
                        Edit::new(Field::Flag, ROWS[row], Value::Null, Value::Null),
                        color,
                    )
                };
                vec![
                    flags
                        .into_iter()
                        .map(edit)
                        .filter(|edit| edit.before != edit.after)
                        .collect(),
                ]
            }
            Act::Create(amount, count) => {
                let row = Edit::created(
                    json!({"account_id": "x", "date": "2026-12-02", "amount": amount}),
                );
                vec![vec![row; *count]]
            }
            Act::Undo(number) => self.back(*number),
            _ => Vec::new(),
        };
        let is_change = steps.iter().flatten().all(|edit| edit.before != edit.after);
        if is_change {
            steps.into_iter().filter(|step| !step.is_empty()).collect()
        } else {
            Vec::new()
        }
    }

    /// As `undo_operation` does it: all of what is in effect, or nothing.
    fn back(&self, number: usize) -> Vec<Vec<Edit>> {
        let Some(told) = self
            .journal
            .get(number)
            .filter(|told| told.entry.state.has_landed())
        else {
            return Vec::new();
        };
        let landed = told.steps.iter().filter(|step| step.state.has_landed());
        let edits: Vec<&Edit> = landed.flat_map(|step| &step.edits).collect();
        if edits.iter().any(|edit| self.value(edit) != edit.after) {
            return Vec::new();
        }
        if edits.iter().all(|edit| edit.field == Field::Flag) {
            return vec![edits.iter().map(|edit| edit.reversed()).collect()];
        }
        edits
            .iter()
            .rev()
            .map(|edit| vec![edit.reversed()])
            .collect()
    }

    pub(super) fn play(&mut self, (act, fault, pause): &Turn) {
        self.settle();
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
            _ => self.write(act, *fault),
        }
        self.pass(*pause);
    }

    fn write(&mut self, act: &Act, fault: Option<(usize, Fault, bool)>) {
        let steps = self.edits(act);
        if steps.is_empty() {
            return;
        }
        let operation = self.journal.len();
        let steps = (0..).zip(steps).map(|(number, edits)| WrittenStep {
            number,
            state: State::Intended,
            alike: {
                let new = edits.iter().filter(|edit| edit.creates());
                new.flat_map(|edit| self.alike(edit))
                    .map(|(id, _)| id)
                    .collect()
            },
            edits,
            looked: false,
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
        for step in 0..self.journal[operation].steps.len() {
            self.pass(100);
            let fault = fault.filter(|(struck, ..)| *struck == step);
            let Some((_, fault, is_killed)) = fault else {
                self.land(operation, step);
                self.note(operation, step, State::Applied);
                continue;
            };
            match fault {
                Fault::Refused => {}
                Fault::Lost => self.pass(1_000),
                Fault::Unanswered => {
                    self.land(operation, step);
                    self.pass(1_000);
                }
                Fault::Late(by) => self.late.push((self.now + by, operation, step)),
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
        self.settle_one(operation, true);
    }

    fn note(&mut self, operation: usize, step: usize, state: State) {
        let own = self
            .rows
            .iter()
            .filter(|(.., made)| *made == (operation, step));
        let ids: Vec<String> = own.map(|(id, ..)| id.clone()).collect();
        let edits = &mut self.journal[operation].steps[step].edits;
        for (edit, id) in edits.iter_mut().filter(|edit| edit.creates()).zip(ids) {
            edit.id = id;
        }
        self.journal[operation].steps[step].state = state;
        self.journal[operation].entry.heard = self.stamp();
    }

    pub(super) fn settle(&mut self) {
        for operation in 0..self.journal.len() {
            let told = &self.journal[operation];
            if told.entry.state.is_open() && !told.steps.iter().any(|step| step.looked) {
                self.settle_one(operation, false);
            }
        }
    }

    fn settle_one(&mut self, operation: usize, at_once: bool) {
        let over: Vec<bool> = self
            .journal
            .iter()
            .map(|told| self.stamp().since(&told.entry.heard) >= OVER)
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
        };
        let steps = explain(&self.journal, operation, known, self);
        let state = State::of(steps.iter().map(|step| step.state));
        let heard = self.stamp();
        let told = &mut self.journal[operation];
        told.steps = steps;
        told.entry.state = state;
        if let Some(step) = told
            .steps
            .iter_mut()
            .find(|step| step.state == State::Unknown)
        {
            if over[operation] && !at_once {
                step.looked = true;
            } else {
                told.entry.heard = heard;
            }
        }
    }

    /// Compares the journal with what was really written. Gives how many stay unknown, and how many
    /// are known.
    pub(super) fn judge(&self) -> (usize, usize) {
        let mut unknown = 0;
        let mut ids = HashSet::new();
        for (operation, told) in self.journal.iter().enumerate() {
            let is_applied = |step: usize| self.applied.contains(&(operation, step));
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
                    let created = self.rows.iter().any(|(.., (by, _))| *by == operation);
                    let any = (0..told.steps.len()).any(is_shown);
                    assert!(
                        !any && !created,
                        "{operation} {kind} is denied what it wrote"
                    );
                }
                State::Partial => {
                    let landed = (0..)
                        .zip(&told.steps)
                        .filter(|(_, step)| step.state.has_landed());
                    for (step, _) in landed {
                        assert!(
                            is_applied(step),
                            "{operation} {kind}: half of it is not its own"
                        );
                    }
                }
                _ => unknown += 1,
            }
            let landed = told.steps.iter().filter(|step| step.state.has_landed());
            for edit in landed.flat_map(|step| &step.edits) {
                // Of twins it makes no difference which is whose.
                let is_new = !edit.creates() || ids.insert(&edit.id);
                assert!(is_new, "{operation} {kind}: {} is counted twice", edit.id);
            }
        }
        // Every value is what some operation in effect left, or one that is said to be unknown.
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
                let mut steps = steps.filter(|step| is_open || step.state.has_landed());
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
