//! Every fault at every request of every change. The reply, the journal and the database must
//! agree.

use std::collections::BTreeMap;

use avenir_sandbox::{CannedAnswer, Fault, Moment};
use serde_json::Value;

use crate::{
    common::World,
    scenes::{self, Scene},
    talk::{Route, Talk},
};

/// The knowledge about a request that a fault strikes.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Applied,
    Not,
    /// The request was not applied, but may still be applied.
    NotYet,
}

fn faults() -> Vec<(&'static str, Fault, Known)> {
    let answer = |status: u16| Fault::answer(CannedAnswer::status(status));
    let after = |status: u16| Fault::answer(CannedAnswer::status(status).after());
    vec![
        ("dropped before", Fault::drop(Moment::Before), Known::NotYet),
        ("dropped after", Fault::drop(Moment::After), Known::Applied),
        ("500 before", answer(500), Known::Not),
        ("500 after", after(500), Known::Applied),
        (
            "503 before, a time-out of YNAB's",
            answer(503),
            Known::NotYet,
        ),
        ("503 after", after(503), Known::Applied),
        ("429, the limit is reached", answer(429), Known::Not),
        ("400", answer(400), Known::Not),
        ("404", answer(404), Known::Not),
        (
            "a 200 that changed nothing",
            Fault::answer(CannedAnswer::status(200).body("{\"data\": {}}")),
            Known::Not,
        ),
    ]
}

/// Returns the status in the reply, or "nothing" if the error says that nothing was changed.
fn said(result: &Value) -> String {
    if result["result"]["isError"] == true {
        let text = result["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("Nothing was changed"), "{text}");
        return "nothing".to_owned();
    }
    let status = &result["result"]["structuredContent"]["status"];
    status
        .as_str()
        .unwrap_or_else(|| panic!("{result}"))
        .to_owned()
}

#[tokio::test]
async fn every_request_meets_every_fault() {
    let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let scenes: Vec<usize> = {
        let world = World::new().await;
        scenes::all(&world)
            .iter()
            .map(|scene| scene.steps.len())
            .collect()
    };
    for (number, steps) in scenes.into_iter().enumerate() {
        for struck in 0..steps {
            for (name, fault, known) in faults() {
                let world = World::new().await;
                let scene = scenes::all(&world).remove(number);
                let (verb, path, _) = scene.steps[struck];
                let mut talk = Talk::new(&world, Route::RoundTrip).await;
                let question = talk.ask(scene.tool, scene.arguments.clone()).await;
                let sandbox = world.sandbox.as_ref().unwrap();
                sandbox.inject(fault.on(verb, path));
                let result = talk.agree(&question).await;
                let what = format!("{} {struck} {name}: {result}", scene.tool);

                let applied: Vec<bool> = (0..steps)
                    .map(|step| step < struck || (known == Known::Applied && step == struck))
                    .collect();
                assert_eq!(scene.applied(&world), applied, "{what}");
                let (expected, state) = if known == Known::NotYet {
                    ("unknown", "unknown")
                } else if applied.iter().all(|applied| *applied) {
                    ("applied", "applied")
                } else if applied.contains(&true) {
                    ("partial", "partial")
                } else {
                    ("nothing", "refused")
                };
                assert_eq!(said(&result), expected, "{what}");
                assert_eq!(world.operations(), [state], "{what}");
                *counts.entry((name, expected.to_owned())).or_default() += 1;
                if known == Known::NotYet {
                    // A minute later the request is over, so a re-read shows what was applied.
                    world.age();
                    let _next = Talk::new(&world, Route::RoundTrip).await;
                    let state = if applied.contains(&true) {
                        "partial"
                    } else {
                        "refused"
                    };
                    recovered(&world, state).await;
                }
            }
        }
    }
    println!("fault, what the call says: how many");
    for ((fault, said), count) in counts {
        println!("{fault}: {said}: {count}");
    }
}

/// Waits until a new process has recovered the operation to this state. Panics after 5,000
/// attempts.
async fn recovered(world: &World, state: &str) {
    for _ in 0..5_000 {
        if world.operations() == [state] {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    panic!("not {state}: {:?}", world.operations());
}

/// Leaves the operation unknown if the re-read fails, too. The next call recovers the operation
/// before it asks.
#[tokio::test]
async fn what_cannot_be_read_is_unknown_until_it_can() {
    let mut unknown = 0;
    for (moment, state) in [(Moment::After, "applied"), (Moment::Before, "refused")] {
        let count = scenes::all(&World::new().await).len();
        for number in 0..count {
            let world = World::new().await;
            let scene: Scene = scenes::all(&world).remove(number);
            let (verb, path, _) = scene.steps[scene.steps.len() - 1];
            let mut talk = Talk::new(&world, Route::InCall).await;
            let question = talk.ask(scene.tool, scene.arguments.clone()).await;
            let sandbox = world.sandbox.as_ref().unwrap();
            // The reads for the proposal and the last re-read come before the write.
            sandbox.inject(Fault::drop(moment).on(verb, path));
            talk.reply(&question).await;
            while !sandbox
                .requests()
                .iter()
                .any(|request| request.status.is_none())
            {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
            sandbox.inject(
                Fault::answer(CannedAnswer::status(400))
                    .on("GET", "/")
                    .times(99),
            );
            let result = talk.session.next().await;
            sandbox.mend();
            // The re-read may have been faster than the fault.
            unknown += usize::from(said(&result) == "unknown");
            world.age();
            let again = talk.call(scene.tool, &scene.arguments).await;
            let applied = scene.applied(&world);
            let state = match (applied.contains(&true), applied.contains(&false)) {
                (true, true) => "partial",
                _ => state,
            };
            assert_eq!(world.operations(), [state], "{}: {again}", scene.tool);
        }
    }
    assert!(unknown > 0);
}

/// Does not mistake an equal row that existed before for the created row.
#[tokio::test]
async fn a_twin_that_was_there_is_not_mistaken() {
    for (moment, expected) in [(Moment::Before, "nothing"), (Moment::After, "applied")] {
        let world = World::new().await;
        let scene = scenes::all(&world)
            .into_iter()
            .find(|scene| scene.tool == "create_transactions")
            .unwrap();
        let mut talk = Talk::new(&world, Route::RoundTrip).await;
        let first = talk.ask(scene.tool, scene.arguments.clone()).await;
        let first = talk.agree(&first).await;
        let again = talk.ask(scene.tool, scene.arguments.clone()).await;
        let sandbox = world.sandbox.as_ref().unwrap();
        sandbox.inject(Fault::drop(moment).on("POST", "/transactions"));
        let again = talk.agree(&again).await;
        let again = if expected == "nothing" {
            assert_eq!(said(&again), "unknown", "{again}");
            world.age();
            let mut next = Talk::new(&world, Route::RoundTrip).await;
            next.ask(scene.tool, scene.arguments.clone()).await;
            assert_eq!(world.operations(), ["applied", "refused"]);
            again
        } else {
            assert_eq!(said(&again), expected, "{again}");
            again
        };
        let ids = |result: &Value| {
            let ids = &result["result"]["structuredContent"]["created_ids"];
            ids.as_array().cloned().unwrap_or_default()
        };
        let mut all = [ids(&first), ids(&again)].concat();
        let rows = "SELECT count(*) FROM transactions WHERE memo = 'one of two' AND NOT deleted";
        assert_eq!(world.number(rows, []), i64::try_from(all.len()).unwrap());
        all.sort_by_key(ToString::to_string);
        all.dedup();
        assert_eq!(
            world.number(rows, []),
            i64::try_from(all.len()).unwrap(),
            "no id twice"
        );
    }
}
