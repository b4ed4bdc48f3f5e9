//! Whole histories through two built servers with one journal.
//!
//! A history mixes changes of several kinds, repeats, undos in any order and edits by hand. Some
//! requests are lost, before or after YNAB applied them. The sandbox's request log is the judge.

use std::{cell::Cell, collections::BTreeMap};

use avenir_sandbox::{Fault, Moment, Request, demo as known};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};

use crate::{
    common::{World, session::Session},
    facts::{amount, assigned, month},
    talk::{Question, Route, Talk},
};

const CATEGORIES: [&str; 3] = [known::GROCERIES, known::RESTAURANTS, known::HOBBIES];
const ROWS: [&str; 3] = [known::DINER, known::GREENGROCER, known::REFUND];

#[derive(Clone, Debug)]
enum Act {
    Budget(usize, i64),
    Move(usize, usize, i64),
    Categories(Vec<(usize, usize)>),
    Flags(Vec<(usize, usize)>),
    Again,
    Undo(usize),
    ByHand(usize),
    Wait,
}

/// An act, whether the second server performs the act, and a fault. The fault loses the first or
/// the second request, before or after YNAB applied it.
type Turn = (Act, bool, Option<(bool, bool)>);

fn turn() -> impl Strategy<Value = Turn> {
    let category = || 0..CATEGORIES.len();
    let pairs = || proptest::collection::vec((0..ROWS.len(), 0..3_usize), 1..3);
    let money = || (1..6_i64).prop_map(|tens| tens * 10_000);
    let act = prop_oneof![
        2 => (category(), money()).prop_map(|(one, to)| Act::Budget(one, to)),
        4 => (category(), category(), money()).prop_map(|(one, two, by)| Act::Move(one, two, by)),
        2 => pairs().prop_map(Act::Categories),
        2 => pairs().prop_map(Act::Flags),
        4 => Just(Act::Again),
        3 => (0..8_usize).prop_map(Act::Undo),
        1 => category().prop_map(Act::ByHand),
        2 => Just(Act::Wait),
    ];
    (
        act,
        any::<bool>(),
        proptest::option::of(any::<(bool, bool)>()),
    )
}

/// An operation with the number of its requests, and of those that YNAB applied according to the
/// log.
struct Operation {
    id: String,
    requests: usize,
    applied: usize,
}

struct Play<'a> {
    world: &'a World,
    talks: &'a mut [Talk; 2],
    operations: Vec<Operation>,
    last: Option<(&'static str, Value)>,
    hands: i64,
}

fn call(act: &Act) -> Option<(&'static str, Value)> {
    let once = |pairs: &[(usize, usize)]| pairs.iter().copied().collect::<BTreeMap<_, _>>();
    let (tool, mut arguments) = match act {
        Act::Budget(one, to) => (
            "set_category_budget",
            json!({"month": month(), "category_id": CATEGORIES[*one], "amount": amount(*to)}),
        ),
        Act::Move(one, two, by) if one != two => (
            "move_money",
            json!({"month": month(), "amount": amount(*by), "from_category_id": CATEGORIES[*one],
                "to_category_id": CATEGORIES[*two]}),
        ),
        Act::Categories(pairs) => {
            let entry = |(row, to): (usize, usize)| json!({"transaction_id": ROWS[row], "category_id": CATEGORIES[to]});
            let entries: Vec<Value> = once(pairs).into_iter().map(entry).collect();
            ("apply_categories", json!({"assignments": entries}))
        }
        Act::Flags(pairs) => {
            let color = |to: usize| [None, Some("red"), Some("blue")][to];
            let entry = |(row, to): (usize, usize)| json!({"transaction_id": ROWS[row], "color": color(to)});
            let entries: Vec<Value> = once(pairs).into_iter().map(entry).collect();
            ("flag_transactions", json!({"flags": entries}))
        }
        _ => return None,
    };
    arguments["plan_id"] = known::PLAN.into();
    Some((tool, arguments))
}

fn is_write(request: &Request) -> bool {
    request.method != "GET"
}

impl Play<'_> {
    async fn turn(&mut self, (act, other, fault): &Turn) {
        let wanted = match act {
            Act::Again => self.last.clone(),
            Act::Undo(number) => self.operations.get(*number).map(|operation| {
                let arguments = json!({"plan_id": known::PLAN, "operation_id": operation.id});
                ("undo_operation", arguments)
            }),
            Act::ByHand(one) => {
                self.hands += 2;
                let set =
                    "UPDATE month_budgets SET budgeted = ?3 WHERE category_id = ?1 AND month = ?2";
                self.world
                    .change(set, (CATEGORIES[*one], month(), self.hands));
                None
            }
            Act::Wait => {
                if !self.operations.is_empty() {
                    self.world.age();
                }
                None
            }
            _ => call(act),
        };
        if let Some((tool, arguments)) = wanted {
            self.last = Some((tool, arguments.clone()));
            self.write(usize::from(*other), tool, arguments, *fault)
                .await;
        }
    }

    async fn write(
        &mut self,
        server: usize,
        tool: &'static str,
        arguments: Value,
        fault: Option<(bool, bool)>,
    ) {
        let sandbox = self.world.sandbox.as_ref().unwrap();
        let talk = &mut self.talks[server];
        let message = talk.call(tool, &arguments).await;
        // Without a question, there is nothing to do or the call was refused with a reason.
        let Some(question) = Question::of(tool, arguments, message) else {
            return;
        };
        sandbox.forget_requests();
        if let Some((is_second, is_after)) = fault {
            let moment = if is_after {
                Moment::After
            } else {
                Moment::Before
            };
            let nth = 1 + u32::from(is_second);
            sandbox.inject(Fault::drop(moment).on("PATCH", "/").nth(nth));
        }
        let before = CATEGORIES.map(|category| assigned(self.world, category));
        let result = talk.agree(&question).await;
        sandbox.mend();
        let writes = sandbox.requests();
        let writes: Vec<&Request> = writes.iter().filter(|one| is_write(one)).collect();
        let lost_after = fault.is_some_and(|(_, is_after)| is_after);
        let is_applied = |one: &&&Request| one.status.map_or(lost_after, |status| status < 300);
        let id = self
            .world
            .journal_texts("SELECT id FROM operations ORDER BY rowid DESC LIMIT 1");
        let Some(id) = id.into_iter().next().filter(|_| !writes.is_empty()) else {
            return;
        };
        let steps = format!("SELECT number FROM steps WHERE operation_id = '{id}'");
        let steps = self
            .world
            .journal()
            .prepare(&steps)
            .unwrap()
            .query_map([], |_| Ok(()))
            .unwrap()
            .count();
        let operation = Operation {
            id,
            requests: steps,
            applied: writes.iter().filter(is_applied).count(),
        };
        let status = &result["result"]["structuredContent"]["status"];
        if tool == "undo_operation" && *status == "applied" {
            self.came_back(&operation, before);
        }
        self.operations.push(operation);
    }

    /// Checks that an undo applied all its requests and changed at most one category for each.
    fn came_back(&self, operation: &Operation, before: [i64; 3]) {
        assert_eq!(operation.applied, operation.requests);
        let now = CATEGORIES.map(|category| assigned(self.world, category));
        let changed = before
            .iter()
            .zip(now)
            .filter(|(before, now)| **before != *now)
            .count();
        assert!(changed <= operation.requests, "{before:?} {now:?}");
    }

    /// Compares the journal with the log. Returns how many operations are known and how many
    /// unknown.
    fn judge(&self) -> (usize, usize) {
        let mut counts = (0, 0);
        let states = self
            .world
            .journal_texts("SELECT id || ' ' || state FROM operations");
        let states: BTreeMap<&str, &str> = states
            .iter()
            .filter_map(|state| state.split_once(' '))
            .collect();
        for Operation {
            id,
            requests,
            applied,
        } in &self.operations
        {
            let state = states[id.as_str()];
            let is_right = match state {
                "applied" => applied == requests,
                // The undone operation may have been applied in part only.
                "undone" => *applied > 0,
                "refused" => *applied == 0,
                "partial" => 0 < *applied && applied < requests,
                "unknown" => true,
                _ => false,
            };
            assert!(
                is_right,
                "{state}, and {applied} of {requests} requests were applied"
            );
            if state == "unknown" {
                counts.1 += 1;
            } else {
                counts.0 += 1;
            }
        }
        counts
    }
}

async fn begin(world: &World, categories: &[Option<String>; 3]) -> [Talk; 2] {
    for (row, category) in ROWS.iter().zip(categories) {
        let set = "UPDATE transactions SET flag_color = NULL, category_id = ?2 WHERE id = ?1";
        world.change(set, (row, category));
    }
    for category in CATEGORIES {
        let set = "INSERT INTO month_budgets (category_id, month, budgeted) VALUES (?1, ?2, 100000) \
                   ON CONFLICT DO UPDATE SET budgeted = 100000";
        world.change(set, (category, month()));
    }
    let server = || {
        let mut command = world.command();
        command.env("AVENIR_MCP_HOURLY_LIMIT", "100000");
        command
    };
    let route = Route::RoundTrip;
    let talk = |session| Talk { session, route };
    [
        talk(Session::start(server(), route.client()).await),
        talk(Session::start(server(), route.client()).await),
    ]
}

#[test]
fn the_log_agrees_with_the_journal() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut config = Config::default();
    // Run few cases, because each sends real requests. PROPTEST_CASES sets another number.
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = if std::env::var_os("CONFIRM_LONG").is_some() {
            2_000
        } else {
            16
        };
    }
    config.max_shrink_iters = 60;
    config.failure_persistence = None;
    let world = runtime.block_on(World::without_limit());
    let categories = ROWS.map(|row| world.category_of(row));
    let counts = Cell::new((0, 0));
    TestRunner::new(config)
        .run(&proptest::collection::vec(turn(), 2..9), |turns| {
            let (known, unknown) = runtime.block_on(async {
                let mut talks = begin(&world, &categories).await;
                if world.journal_path().exists() {
                    let all = "DELETE FROM steps; DELETE FROM operations";
                    world.journal().execute_batch(all).unwrap();
                }
                let mut play = Play {
                    world: &world,
                    talks: &mut talks,
                    operations: Vec::new(),
                    last: None,
                    hands: 1,
                };
                for turn in &turns {
                    play.turn(turn).await;
                }
                for _ in 0..2 {
                    if !play.operations.is_empty() {
                        world.age();
                    }
                    let flag = json!([{"transaction_id": known::UNAPPROVED, "color": "green"}]);
                    let flag = json!({"plan_id": known::PLAN, "flags": flag});
                    play.talks[0].call("flag_transactions", &flag).await;
                }
                play.judge()
            });
            let (all_known, all_unknown) = counts.get();
            counts.set((all_known + known, all_unknown + unknown));
            Ok(())
        })
        .unwrap();
    let (known, unknown) = counts.get();
    println!("{known} operations are known, and {unknown} are not");
    assert!(
        unknown * 10 <= known,
        "{unknown} of {} stay unknown",
        known + unknown
    );
}
