//! The rule against a plan whose every write is known: operations of all shapes, answers that are
//! lost, requests that come late, processes that die, and people who edit by hand meanwhile.

use std::collections::{BTreeMap, HashMap, HashSet};

use avenir_ynab::change::{Edit, Field};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};

use super::{Known, OVER, Reading, State, Told, WrittenStep, explain};
use crate::book::{clock::Stamp, journal::Entry};

const CATEGORIES: [&str; 3] = ["a", "b", "c"];
const ROWS: [&str; 3] = ["r", "s", "t"];
const MONTH: &str = "2026-12-01";
const OVER_MILLIS: i64 = 35_000;

/// What happens to the request of an operation at which it stops.
#[derive(Clone, Copy, Debug)]
enum Fault {
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
enum Act {
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
type Turn = (Act, Option<(usize, Fault, bool)>, i64);

fn turn() -> impl Strategy<Value = Turn> {
    let category = || 0..CATEGORIES.len();
    let money = || (1..6_i64).prop_map(|tens| tens * 10_000);
    let flags = proptest::collection::vec((0..ROWS.len(), 0..3_usize), 1..4);
    let act = prop_oneof![
        2 => (category(), money()).prop_map(|(one, to)| Act::Set(one, to)),
        4 => (category(), category(), money()).prop_map(|(one, two, by)| Act::Move(one, two, by)),
        3 => flags.prop_map(Act::Flags),
        2 => (1..3_i64, 1..3_usize).prop_map(|(amount, count)| Act::Create(amount, count)),
        3 => (0..12_usize).prop_map(Act::Undo),
        1 => category().prop_map(Act::ByHand),
        1 => (category(), category(), 1..9_i64)
            .prop_map(|(one, two, by)| Act::MoveByHand(one, two, 2 * by + 1)),
        1 => (0..ROWS.len()).prop_map(Act::FlagByHand),
    ];
    let fault = prop_oneof![
        1 => Just(Fault::Refused),
        3 => Just(Fault::Lost),
        3 => Just(Fault::Unanswered),
        3 => (1..30_000_i64).prop_map(Fault::Late),
    ];
    let fault = proptest::option::of((0..2_usize, fault, any::<bool>()));
    // The same again comes soon, or when everything is over.
    let pause = prop_oneof![3 => 500..20_000_i64, 1 => 36_000..90_000_i64];
    (act, fault, pause)
}

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
struct World {
    now: i64,
    fields: HashMap<Place, (Value, Vec<Writer>)>,
    /// Created rows: id, value, and the request that made them.
    rows: Vec<(String, Value, (usize, usize))>,
    journal: Vec<Told>,
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
    fn new() -> Self {
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

    fn pass(&mut self, millis: i64) {
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

    fn play(&mut self, (act, fault, pause): &Turn) {
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

    fn settle(&mut self) {
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
    fn judge(&self) -> (usize, usize) {
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

fn history(turns: &[Turn]) -> World {
    let mut world = World::new();
    for turn in turns {
        world.play(turn);
    }
    world.pass(2 * OVER_MILLIS);
    world.settle();
    world.pass(2 * OVER_MILLIS);
    world.settle();
    world
}

fn states(turns: &[Turn]) -> Vec<State> {
    let world = history(turns);
    world.judge();
    world.journal.iter().map(|told| told.entry.state).collect()
}

#[test]
fn the_states_explain_the_plan_and_count_no_write_twice() {
    let mut config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        let is_long = std::env::var_os("CONFIRM_LONG").is_some();
        config.cases = if is_long { 50_000 } else { 300 };
    }
    config.failure_persistence = None;
    let counts = std::cell::Cell::new((0, 0));
    let turns = proptest::collection::vec(turn(), 1..12);
    let run = TestRunner::new(config).run(&turns, |turns| {
        let (unknown, known) = history(&turns).judge();
        let (all_unknown, all_known) = counts.get();
        counts.set((all_unknown + unknown, all_known + known));
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
    let (unknown, known) = counts.get();
    println!("{known} operations are known, and {unknown} are not");
    assert!(
        unknown * 20 < known,
        "{unknown} of {} stay unknown",
        unknown + known
    );
}

const SOON: i64 = 1_000;
const MOVE: Act = Act::Move(0, 1, 50_000);

/// A lost answer with nothing else around it is always found out.
#[test]
fn a_lone_lost_answer_is_found_out() {
    let acts = [
        Act::Set(0, 10_000),
        MOVE,
        Act::Flags(vec![(0, 1), (1, 2)]),
        Act::Create(1, 2),
    ];
    for act in acts {
        for (fault, first, second) in [
            (Fault::Lost, State::Refused, State::Partial),
            (Fault::Unanswered, State::Partial, State::Applied),
            (Fault::Late(20_000), State::Partial, State::Applied),
        ] {
            for is_killed in [false, true] {
                let of = |step| states(&[(act.clone(), Some((step, fault, is_killed)), SOON)]);
                if matches!(act, Act::Move(..)) {
                    assert_eq!(of(0), [first], "{act:?} {fault:?} {is_killed}");
                    assert_eq!(of(1), [second], "{act:?} {fault:?} {is_killed}");
                } else {
                    let whole = if first == State::Partial {
                        State::Applied
                    } else {
                        first
                    };
                    assert_eq!(of(0), [whole], "{act:?} {fault:?} {is_killed}");
                }
            }
        }
    }
}

/// The first is lost before it is applied, and the second is applied: there is one write.
#[test]
fn a_repeat_is_not_counted_twice() {
    for act in [
        Act::Set(0, 10_000),
        MOVE,
        Act::Flags(vec![(0, 1), (1, 2)]),
        Act::Create(1, 1),
    ] {
        for is_killed in [false, true] {
            let lost = (act.clone(), Some((0, Fault::Lost, is_killed)), SOON);
            let again = (act.clone(), None, SOON);
            let found = states(&[lost, again]);
            assert_eq!(
                found,
                [State::Refused, State::Applied],
                "{act:?} {is_killed}"
            );
        }
    }
}

/// An overlapping change by another kind of operation, also where only a part overlaps.
#[test]
fn an_overlap_is_not_counted_twice() {
    let lost = |act: Act| (act, Some((0, Fault::Lost, true)), SOON);
    let done = |act: Act| (act, None, SOON);
    for (first, second) in [
        (MOVE, Act::Set(0, 50_000)),
        (Act::Set(0, 50_000), MOVE),
        (Act::Flags(vec![(0, 1), (1, 2)]), Act::Flags(vec![(0, 1)])),
        (Act::Flags(vec![(0, 1)]), Act::Flags(vec![(0, 1), (1, 2)])),
        (MOVE, Act::Move(0, 2, 50_000)),
    ] {
        let found = states(&[lost(first.clone()), done(second.clone())]);
        assert_eq!(
            found,
            [State::Refused, State::Applied],
            "{first:?} {second:?}"
        );
    }
}

/// Both answers are lost and one of the two arrived: which one cannot be told.
#[test]
fn what_two_may_have_written_is_unknown() {
    for act in [Act::Set(0, 10_000), Act::Create(1, 1)] {
        let turn = |fault| (act.clone(), Some((0, fault, true)), SOON);
        let found = states(&[turn(Fault::Lost), turn(Fault::Unanswered)]);
        assert_eq!(found, [State::Unknown; 2], "{act:?}");
    }
}

/// Both halves are in the plan, and the second was never sent: somebody made the move by hand.
#[test]
fn a_move_made_by_hand_is_nobodys() {
    let lost = (MOVE, Some((0, Fault::Lost, true)), SOON);
    let by_hand = (Act::MoveByHand(0, 1, 50_000), None, SOON);
    assert_eq!(states(&[lost, by_hand]), [State::Unknown]);
}
