//! A comparison of the plan with a model, after any sequence of changes and undos.

use std::collections::BTreeMap;

use avenir_sandbox::demo as known;
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};

use crate::{
    common::{World, session::status},
    facts::{amount, assigned, month},
    talk::{Route, Talk},
};

const ROWS: [&str; 4] = [
    known::DINER,
    known::GREENGROCER,
    known::REFUND,
    known::UNAPPROVED,
];
const CATEGORIES: [&str; 3] = [known::GROCERIES, known::RESTAURANTS, known::HOBBIES];
const COLORS: [Option<&str>; 3] = [None, Some("red"), Some("blue")];

/// One call, or a change by somebody else. The numbers select from the lists above.
#[derive(Clone, Debug)]
enum Act {
    Categories(Vec<(usize, usize)>),
    Flags(Vec<(usize, usize)>),
    Budget(usize, i64),
    Move(usize, usize, i64),
    Undo,
    UndoThat(usize),
    Elsewhere(usize, usize),
    ElsewhereBudget(usize, i64),
}

fn act() -> impl Strategy<Value = Act> {
    let pairs = || proptest::collection::vec((0..ROWS.len(), 0..3_usize), 1..3);
    let money = || (1..400_i64).prop_map(|tens| tens * 10_000);
    let category = || 0..CATEGORIES.len();
    prop_oneof![
        2 => pairs().prop_map(Act::Categories),
        2 => pairs().prop_map(Act::Flags),
        1 => (category(), money()).prop_map(|(one, amount)| Act::Budget(one, amount)),
        2 => (category(), category(), money()).prop_map(|(one, two, amount)| Act::Move(one, two, amount)),
        4 => Just(Act::Undo),
        2 => any::<usize>().prop_map(Act::UndoThat),
        1 => (0..ROWS.len(), 0..3_usize).prop_map(|(row, color)| Act::Elsewhere(row, color)),
        1 => (category(), money()).prop_map(|(one, amount)| Act::ElsewhereBudget(one, amount)),
    ]
}

/// The values of fields: the category and the flag of a row, and the assigned amount of a category.
type Plan = BTreeMap<(&'static str, &'static str), Value>;

fn read(world: &World) -> Plan {
    let mut plan = Plan::new();
    for row in ROWS {
        for field in ["category_id", "flag_color"] {
            let sql = format!("SELECT {field} FROM transactions WHERE id = ?1");
            plan.insert((field, row), world.text(&sql, [row]).into());
        }
    }
    for category in CATEGORIES {
        plan.insert(("budgeted", category), assigned(world, category).into());
    }
    plan
}

/// A change: each field with its values before and after.
type Edits = Vec<((&'static str, &'static str), Value, Value)>;

struct Operation {
    id: String,
    edits: Edits,
    undoes: Option<usize>,
    in_effect: bool,
}

#[derive(Default)]
struct Model {
    plan: Plan,
    operations: Vec<Operation>,
}

impl Model {
    fn set(&self, wanted: Vec<((&'static str, &'static str), Value)>) -> Edits {
        let edit = |(field, value)| {
            let before = self.plan[&field].clone();
            (before != value).then_some((field, before, value))
        };
        wanted.into_iter().filter_map(edit).collect()
    }

    /// Returns the edits of an undo. A field that has changed since is skipped, and then every
    /// assigned amount is skipped if one is.
    fn back(&self, operation: usize) -> Edits {
        let moved = |(field, _, after): &&(_, Value, Value)| self.plan[field] != *after;
        let edits = &self.operations[operation].edits;
        let is_budget = |edit: &((&str, &str), Value, Value)| edit.0.0 == "budgeted";
        let broken = edits.iter().filter(moved).any(is_budget);
        edits
            .iter()
            .filter(|edit| !(moved(edit) || broken && is_budget(edit)))
            .map(|(field, before, after)| (*field, after.clone(), before.clone()))
            .collect()
    }

    fn apply(&mut self, id: String, edits: Edits, undoes: Option<usize>) {
        for (field, _, after) in &edits {
            self.plan.insert(*field, after.clone());
        }
        // An undo that skipped a field leaves the operation in effect.
        let undoes = undoes.filter(|&undone| edits.len() == self.operations[undone].edits.len());
        let (mut taken, mut in_effect) = (undoes, false);
        while let Some(operation) = taken {
            self.operations[operation].in_effect = in_effect;
            in_effect = !in_effect;
            taken = self.operations[operation].undoes;
        }
        self.operations.push(Operation {
            id,
            edits,
            undoes,
            in_effect: true,
        });
    }

    fn states(&self) -> Vec<&'static str> {
        let state = |operation: &Operation| {
            if operation.in_effect {
                "applied"
            } else {
                "undone"
            }
        };
        self.operations.iter().map(state).collect()
    }
}

/// Returns the tool and the arguments of an act, its edits, and the operation that it undoes.
/// Returns `None` if there is no call to make.
fn plan(act: &Act, model: &Model) -> Option<(&'static str, Value, Edits, Option<usize>)> {
    let mut seen = Vec::new();
    let mut rows = |pairs: &[(usize, usize)]| -> Vec<(usize, usize)> {
        let mut once = pairs.to_vec();
        once.retain(|(row, _)| {
            !seen.contains(row) && {
                seen.push(*row);
                true
            }
        });
        once
    };
    Some(match act {
        Act::Categories(pairs) => {
            let pairs = rows(pairs);
            let entry = |(row, to): &(usize, usize)| json!({"transaction_id": ROWS[*row], "category_id": CATEGORIES[*to]});
            let entries: Vec<Value> = pairs.iter().map(entry).collect();
            let wanted = pairs
                .iter()
                .map(|(row, to)| (("category_id", ROWS[*row]), CATEGORIES[*to].into()));
            (
                "apply_categories",
                json!({"assignments": entries}),
                model.set(wanted.collect()),
                None,
            )
        }
        Act::Flags(pairs) => {
            let pairs = rows(pairs);
            let entry = |(row, to): &(usize, usize)| json!({"transaction_id": ROWS[*row], "color": COLORS[*to]});
            let entries: Vec<Value> = pairs.iter().map(entry).collect();
            let wanted = pairs
                .iter()
                .map(|(row, to)| (("flag_color", ROWS[*row]), COLORS[*to].into()));
            (
                "flag_transactions",
                json!({"flags": entries}),
                model.set(wanted.collect()),
                None,
            )
        }
        Act::Budget(one, to) => {
            let arguments =
                json!({"month": month(), "category_id": CATEGORIES[*one], "amount": amount(*to)});
            let wanted = vec![(("budgeted", CATEGORIES[*one]), (*to).into())];
            ("set_category_budget", arguments, model.set(wanted), None)
        }
        Act::Move(one, two, by) => {
            if one == two {
                return None;
            }
            let arguments = json!({"month": month(), "amount": amount(*by),
                "from_category_id": CATEGORIES[*one], "to_category_id": CATEGORIES[*two]});
            let of = |category: usize| ("budgeted", CATEGORIES[category]);
            let now = |category: usize| model.plan[&of(category)].as_i64().unwrap();
            let wanted = vec![
                (of(*one), (now(*one) - by).into()),
                (of(*two), (now(*two) + by).into()),
            ];
            ("move_money", arguments, model.set(wanted), None)
        }
        Act::Undo => {
            let newest = model
                .operations
                .iter()
                .rposition(|operation| operation.in_effect)?;
            (
                "undo_operation",
                json!({}),
                model.back(newest),
                Some(newest),
            )
        }
        Act::UndoThat(number) => {
            let number = number.checked_rem(model.operations.len())?;
            let operation = &model.operations[number];
            let arguments = json!({"operation_id": operation.id});
            let back = operation.in_effect.then(|| model.back(number))?;
            ("undo_operation", arguments, back, Some(number))
        }
        Act::Elsewhere(..) | Act::ElsewhereBudget(..) => return None,
    })
}

async fn play(acts: &[Act]) {
    let world = World::without_limit().await;
    let mut model = Model {
        plan: read(&world),
        ..Model::default()
    };
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    for (number, act) in acts.iter().enumerate() {
        // Start a new process now and then, because each process limits its own requests in an
        // hour.
        if number % 6 == 5 {
            talk = Talk::new(&world, Route::RoundTrip).await;
        }
        match act {
            Act::Elsewhere(row, color) => {
                let set = "UPDATE transactions SET flag_color = ?2 WHERE id = ?1";
                world.change(set, (ROWS[*row], COLORS[*color]));
                model
                    .plan
                    .insert(("flag_color", ROWS[*row]), COLORS[*color].into());
            }
            Act::ElsewhereBudget(category, amount) => {
                let set = "INSERT INTO month_budgets (category_id, month, budgeted) \
                     VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET budgeted = ?3";
                world.change(set, (CATEGORIES[*category], month(), amount));
                model
                    .plan
                    .insert(("budgeted", CATEGORIES[*category]), (*amount).into());
            }
            _ => {}
        }
        if let Some((tool, mut arguments, edits, undoes)) = plan(act, &model) {
            arguments["plan_id"] = known::PLAN.into();
            if edits.is_empty() {
                let result = talk.call(tool, &arguments).await;
                assert_eq!(status(&result), "nothing_to_do", "{act:?}: {result}");
            } else {
                let (_, id) = talk.apply(tool, arguments).await;
                model.apply(id, edits, undoes);
            }
        }
        assert_eq!(read(&world), model.plan, "{act:?}");
        assert_eq!(world.operations(), model.states(), "{act:?}");
    }
}

#[test]
fn any_sequence_of_changes_and_undos() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut config = Config::default();
    // Run few cases, because each runs real processes. PROPTEST_CASES sets another number.
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 8;
    }
    config.max_shrink_iters = 20;
    config.failure_persistence = None;
    TestRunner::new(config)
        .run(&proptest::collection::vec(act(), 4..16), |acts| {
            runtime.block_on(play(&acts));
            Ok(())
        })
        .unwrap();
}
