//! Changes whose response was lost, and the calls after them. The journal's states explain the
//! plan, and no write is counted twice.

use std::time::Duration;

use avenir_sandbox::{Fault, Moment, demo as known};
use serde_json::{Value, json};

use crate::{
    common::{
        World,
        session::{error_text, status},
    },
    facts::{assigned, month},
    killed::killed_when,
    scenes::{self, Scene},
    talk::{Route, Talk},
};

pub(crate) const LONG: Duration = Duration::from_secs(3_600);

pub(crate) fn scene(world: &World, tool: &str) -> Scene {
    let mut all = scenes::all(world).into_iter();
    all.find(|scene| scene.tool == tool).unwrap()
}

pub(crate) fn undo_of(id: &Value) -> Value {
    json!({"plan_id": known::PLAN, "operation_id": id})
}

pub(crate) fn id_of(result: &Value) -> Value {
    result["result"]["structuredContent"]["operation_id"].clone()
}

pub(crate) fn message(result: &Value) -> &str {
    let message = &result["result"]["structuredContent"]["message"];
    message.as_str().unwrap_or_else(|| panic!("{result}"))
}

/// Loses the first request of a change before YNAB applies it, and returns the result.
pub(crate) async fn lose(talk: &mut Talk, world: &World, scene: &Scene) -> Value {
    let question = talk.ask(scene.tool, scene.arguments.clone()).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    let (verb, path, _) = scene.steps[0];
    sandbox.inject(Fault::drop(Moment::Before).on(verb, path));
    let lost = talk.agree(&question).await;
    assert_eq!(status(&lost), "unknown", "{lost}");
    lost
}

/// Ages the journal and asks about another change, which recovers operations in doubt. Returns the
/// states.
pub(crate) async fn look_up(world: &World) -> Vec<String> {
    world.age();
    let mut talk = Talk::new(world, Route::RoundTrip).await;
    let flag = json!([{"transaction_id": known::REFUND, "color": "green"}]);
    let flag = json!({"plan_id": known::PLAN, "flags": flag});
    talk.ask("flag_transactions", flag).await;
    world.operations()
}

pub(crate) fn budgets(world: &World) -> i64 {
    let sql = "SELECT sum(budgeted) FROM month_budgets WHERE month = ?1";
    world.number(sql, [month()])
}

/// Writes once if a change is repeated after its first request was lost before YNAB applied it. An
/// undo of the second change restores the plan.
#[tokio::test]
async fn a_lost_change_that_is_repeated_is_written_once() {
    for number in 0..scenes::all(&World::new().await).len() {
        let world = World::without_limit().await;
        let scene = scenes::all(&world).remove(number);
        let before = budgets(&world);
        let mut talk = Talk::new(&world, Route::RoundTrip).await;
        let lost = lose(&mut talk, &world, &scene).await;
        let question = talk.ask(scene.tool, scene.arguments.clone()).await;
        let again = talk.agree(&question).await;
        assert_eq!(status(&again), "applied", "{}: {again}", scene.tool);
        assert_eq!(
            look_up(&world).await,
            ["refused", "applied"],
            "{}",
            scene.tool
        );
        let refused = talk.call("undo_operation", &undo_of(&id_of(&lost))).await;
        assert!(
            error_text(&refused).contains("changed nothing"),
            "{refused}"
        );
        if !matches!(scene.tool, "split_transaction" | "create_category") {
            talk.apply("undo_operation", undo_of(&id_of(&again))).await;
            assert!(!scene.applied(&world).contains(&true), "{}", scene.tool);
        }
        assert_eq!(budgets(&world), before, "{}", scene.tool);
    }
}

/// Credits each write to its own call if a lost change overlaps with another call.
#[tokio::test]
async fn a_lost_change_is_not_credited_with_another_tools_write() {
    let world = World::new().await;
    let scene = scene(&world, "move_money");
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let lost = lose(&mut talk, &world, &scene).await;
    let set = json!({"plan_id": known::PLAN, "month": "current", "category_id": known::HOBBIES,
        "amount": 70});
    talk.apply("set_category_budget", set).await;
    assert_eq!(look_up(&world).await, ["refused", "applied"]);
    let refused = talk.call("undo_operation", &undo_of(&id_of(&lost))).await;
    assert!(
        error_text(&refused).contains("changed nothing"),
        "{refused}"
    );
    assert_eq!(assigned(&world, known::HOBBIES), 70_000);
    assert_eq!(assigned(&world, known::RESTAURANTS), 50_000);

    // Lose a change of two rows, and set one of the rows by another call. The row stays that
    // call's.
    let world = World::new().await;
    let rows = |ids: &[&str]| {
        let flags: Vec<Value> = ids
            .iter()
            .map(|id| json!({"transaction_id": id, "color": "red"}))
            .collect();
        json!({"plan_id": known::PLAN, "flags": flags})
    };
    let scene = Scene {
        tool: "flag_transactions",
        arguments: rows(&[known::DINER, known::GREENGROCER]),
        steps: vec![("PATCH", "/transactions", String::new())],
    };
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    lose(&mut talk, &world, &scene).await;
    talk.apply("flag_transactions", rows(&[known::DINER])).await;
    assert_eq!(look_up(&world).await, ["refused", "applied"]);
}

/// Undoes nothing on a guess. Both responses are lost and one request was applied, but nothing
/// shows which one.
#[tokio::test]
async fn what_two_may_have_written_is_nobodys() {
    let world = World::new().await;
    let scene = scene(&world, "set_category_budget");
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    lose(&mut talk, &world, &scene).await;
    let question = talk.ask(scene.tool, scene.arguments.clone()).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::drop(Moment::After).on("PATCH", "/categories/"));
    let second = talk.agree(&question).await;
    assert_eq!(status(&second), "unknown", "{second}");
    assert!(
        message(&second).contains("get_category_balances"),
        "{second}"
    );
    assert_eq!(look_up(&world).await, ["unknown", "unknown"]);
    let refused = talk.call("undo_operation", &undo_of(&id_of(&second))).await;
    let text = error_text(&refused);
    assert!(text.contains("may or may not have been applied"), "{text}");
    assert!(text.contains("get_category_balances"), "{text}");
    // The unknown operations do not block the undo of other operations. The error says how to undo
    // an earlier one.
    let flag = json!({"plan_id": known::PLAN,
        "flags": [{"transaction_id": known::DINER, "color": "red"}]});
    let (_, later) = talk.apply("flag_transactions", flag).await;
    let bare = json!({"plan_id": known::PLAN});
    let (question, _) = talk.apply("undo_operation", bare.clone()).await;
    assert!(
        question.starts_with("Undo: change the flag of 1"),
        "{question}"
    );
    let sql = format!("SELECT state FROM operations WHERE id = '{later}'");
    assert_eq!(world.journal_texts(&sql), ["undone"]);
    let newer = "DELETE FROM steps WHERE operation_id IN (SELECT id FROM operations \
                 WHERE kind IN ('flag_transactions', 'undo_operation')); DELETE FROM operations \
                 WHERE kind IN ('flag_transactions', 'undo_operation')";
    world.journal().execute_batch(newer).unwrap();
    let refused = talk.call("undo_operation", &bare).await;
    let text = error_text(&refused);
    assert!(text.contains("get_category_balances"), "{text}");
    assert!(
        text.contains("An earlier one is undone by its operation_id"),
        "{text}"
    );
}

/// Leaves the operation unknown although the wall clock was set an hour ahead since the request,
/// because the request may still be applied.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_clock_that_jumps_settles_nothing() {
    let world = World::new().await;
    let scene = scene(&world, "set_category_budget");
    let (verb, path, _) = scene.steps[0];
    let fault = Fault::delay(LONG).on(verb, path);
    killed_when(&world, &scene, fault, || world.operations() == ["intended"]).await;
    // Change the journal as if the clock had been an hour behind at the time of the request.
    let hour = "UPDATE operations SET intended = intended - 3600000, \
                clock = (CAST(clock AS INTEGER) - 3600000) || substr(clock, instr(clock, '@')); \
                UPDATE steps SET finished = finished - 3600000, \
                clock = (CAST(clock AS INTEGER) - 3600000) || substr(clock, instr(clock, '@'))";
    world.journal().execute_batch(hour).unwrap();
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk.ask(scene.tool, scene.arguments.clone()).await;
    assert_eq!(world.operations(), ["unknown"]);
    let warning = "whether it was applied is not known";
    assert!(question.text.contains(warning), "{}", question.text);
    assert_eq!(look_up(&world).await, ["refused"]);
}

/// Leaves a killed import unknown, because nothing shows whether the bank was asked. The import
/// does not block other operations.
#[tokio::test]
async fn a_killed_import_blocks_nothing() {
    let world = World::new().await;
    let flag = scene(&world, "flag_transactions");
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let (_, id) = talk.apply(flag.tool, flag.arguments.clone()).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::delay(LONG).on("POST", "/import"));
    let import = json!({"name": "import_transactions", "arguments": {"plan_id": known::PLAN}});
    talk.session.post("tools/call", import).await;
    while world.operations() != ["applied", "intended"] {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    talk.session.child.kill().await.unwrap();
    sandbox.mend();
    assert_eq!(look_up(&world).await, ["applied", "unknown"]);
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let (question, _) = talk
        .apply("undo_operation", json!({"plan_id": known::PLAN}))
        .await;
    assert!(
        question.starts_with("Undo: change the flag of 1"),
        "{question}"
    );
    let undone = "SELECT state FROM operations WHERE id = '";
    assert_eq!(world.journal_texts(&format!("{undone}{id}'")), ["undone"]);
}

/// Takes over a journal of version 2 with its operation in doubt.
#[tokio::test]
async fn a_journal_of_version_2_is_taken_over() {
    let world = World::new().await;
    let scene = scene(&world, "set_category_budget");
    let (verb, path, _) = scene.steps[0];
    let fault = Fault::delay(LONG).on(verb, path);
    killed_when(&world, &scene, fault, || world.operations() == ["intended"]).await;
    world.age_journal_to_version_2();
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    talk.ask(scene.tool, scene.arguments.clone()).await;
    // Version 2 does not record the clock, so the age of the operation counts from now.
    assert_eq!(world.operations(), ["unknown"]);
    let (_, id) = talk
        .apply(
            "flag_transactions",
            json!({"plan_id": known::PLAN, "flags": [
            {"transaction_id": known::DINER, "color": "red"}]}),
        )
        .await;
    talk.apply("undo_operation", undo_of(&json!(id))).await;
    assert_eq!(world.operations(), ["unknown", "undone", "applied"]);
}
