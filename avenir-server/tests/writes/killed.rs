//! Processes that are killed at every boundary of a write. The next process reports the known
//! facts.

use std::time::Duration;

use avenir_sandbox::{Fault, demo as known};

use crate::{
    common::World,
    facts::assigned,
    scenes::{self, Scene},
    talk::{Route, Talk},
};

const LONG: Duration = Duration::from_secs(3_600);

/// Waits until `is_so` returns true. Panics after 10,000 attempts.
pub(crate) async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..10_000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    panic!("never: {what}");
}

/// Asks, says yes, waits until `is_so` returns true, and kills the process.
pub(crate) async fn killed_when(
    world: &World,
    scene: &Scene,
    fault: Fault,
    is_so: impl FnMut() -> bool,
) {
    let mut talk = Talk::new(world, Route::RoundTrip).await;
    let question = talk.ask(scene.tool, scene.arguments.clone()).await;
    world.sandbox.as_ref().unwrap().inject(fault);
    talk.reply(&question).await;
    until("the moment", is_so).await;
    // Send SIGKILL, so that no part of the process runs any longer.
    talk.session.child.kill().await.unwrap();
    world.sandbox.as_ref().unwrap().mend();
}

/// Starts the next process and returns the states after its recovery. Panics if the recovery writes
/// to YNAB.
async fn recovered(world: &World) -> Vec<String> {
    let writes = |world: &World| {
        let requests = world.sandbox.as_ref().unwrap().requests();
        requests
            .iter()
            .filter(|request| request.method != "GET")
            .count()
    };
    let before = writes(world);
    if world.journal_path().exists() {
        world.age();
    }
    let _next = Talk::new(world, Route::RoundTrip).await;
    // Before its recovery an operation is intended, or still unknown as in the first reading.
    let first = world.operations();
    until("the journal is settled", || {
        let now = world.operations();
        !now.contains(&"intended".to_owned())
            && (now != first || !now.contains(&"unknown".to_owned()))
    })
    .await;
    assert_eq!(writes(world), before, "it only reads");
    world.operations()
}

fn steps(world: &World) -> Vec<String> {
    world.journal_texts("SELECT state FROM steps ORDER BY number")
}

async fn every_scene() -> usize {
    scenes::all(&World::new().await).len()
}

#[tokio::test]
async fn before_the_intent() {
    for number in 0..every_scene().await {
        let world = World::new().await;
        let scene = scenes::all(&world).remove(number);
        // Delay the re-read of the plan, which follows the answer.
        let sandbox = world.sandbox.as_ref().unwrap();
        let reads = || sandbox.requests().len();
        let mut asked = None;
        killed_when(
            &world,
            &scene,
            Fault::delay(LONG).on("GET", "/plans/"),
            || *asked.get_or_insert_with(reads) < reads(),
        )
        .await;
        assert_eq!(world.operations(), [""; 0], "{}", scene.tool);
        assert!(!scene.applied(&world).contains(&true), "{}", scene.tool);
        assert_eq!(recovered(&world).await, [""; 0]);
    }
}

#[tokio::test]
async fn between_the_intent_and_what_it_does() {
    for number in 0..every_scene().await {
        let world = World::new().await;
        let scene = scenes::all(&world).remove(number);
        let (verb, path, _) = scene.steps[0];
        let fault = Fault::delay(LONG).on(verb, path);
        killed_when(&world, &scene, fault, || world.operations() == ["intended"]).await;
        assert!(!scene.applied(&world).contains(&true), "{}", scene.tool);
        assert_eq!(recovered(&world).await, ["refused"], "{}", scene.tool);
        assert!(!scene.applied(&world).contains(&true), "{}", scene.tool);
    }
}

#[tokio::test]
async fn applied_and_not_answered() {
    for number in 0..every_scene().await {
        let world = World::new().await;
        let scene = scenes::all(&world).remove(number);
        let last = scene.steps.len() - 1;
        let (verb, path, _) = scene.steps[last];
        let fault = Fault::delay_answer(LONG).on(verb, path);
        killed_when(&world, &scene, fault, || scene.applied(&world)[last]).await;
        assert_eq!(world.operations(), ["intended"], "{}", scene.tool);
        assert_eq!(recovered(&world).await, ["applied"], "{}", scene.tool);
        // A recovered change can be undone, unless its kind can never be undone.
        let mut talk = Talk::new(&world, Route::InCall).await;
        let undo = serde_json::json!({"plan_id": known::PLAN});
        if !matches!(scene.tool, "split_transaction" | "create_category") {
            talk.apply("undo_operation", undo).await;
            assert_eq!(world.operations(), ["undone", "applied"], "{}", scene.tool);
            assert!(!scene.applied(&world)[last], "{}", scene.tool);
        }
    }
}

#[tokio::test]
async fn between_two_requests() {
    for number in 0..every_scene().await {
        let world = World::new().await;
        let scene = scenes::all(&world).remove(number);
        if scene.steps.len() == 1 {
            continue;
        }
        let (verb, path, _) = scene.steps[1];
        let fault = Fault::delay(LONG).on(verb, path);
        killed_when(&world, &scene, fault, || {
            steps(&world) == ["applied", "intended"]
        })
        .await;
        assert_eq!(scene.applied(&world), [true, false], "{}", scene.tool);
        assert_eq!(recovered(&world).await, ["partial"], "{}", scene.tool);
        assert_eq!(steps(&world), ["applied", "refused"]);
        // Undo the applied part, and nothing else.
        let mut talk = Talk::new(&world, Route::InCall).await;
        let undo = serde_json::json!({"plan_id": known::PLAN});
        talk.apply("undo_operation", undo).await;
        assert_eq!(scene.applied(&world), [false, false], "{}", scene.tool);
        if scene.tool == "move_money" {
            assert_eq!(assigned(&world, known::HOBBIES), 100_000);
            assert_eq!(assigned(&world, known::RESTAURANTS), 50_000);
        }
    }
}

/// Leaves the operation unknown while the killed process's request may still arrive, because its
/// absence from the plan proves nothing yet.
#[tokio::test]
async fn what_may_still_land_is_not_given_up() {
    let world = World::new().await;
    let scene = scenes::all(&world).remove(1);
    let (verb, path, _) = scene.steps[0];
    let fault = Fault::delay(LONG).on(verb, path);
    killed_when(&world, &scene, fault, || world.operations() == ["intended"]).await;
    let mut next = Talk::new(&world, Route::InCall).await;
    let question = next.ask(scene.tool, scene.arguments.clone()).await.text;
    assert_eq!(world.operations(), ["unknown"]);
    assert!(
        question.contains("whether it was applied is not known"),
        "{question}"
    );
    // Apply the change after all.
    let set = "UPDATE month_budgets SET budgeted = 77000 WHERE category_id = ?1";
    world.change(set, [known::RESTAURANTS]);
    assert_eq!(recovered(&world).await, ["applied"]);
}

/// Leaves the operation unknown, and says so, if somebody else has set another amount since.
#[tokio::test]
async fn what_reading_cannot_tell_is_not_invented() {
    let world = World::new().await;
    let scene = scenes::all(&world).remove(1);
    let (verb, path, _) = scene.steps[0];
    let fault = Fault::delay(LONG).on(verb, path);
    killed_when(&world, &scene, fault, || world.operations() == ["intended"]).await;
    let set = "UPDATE month_budgets SET budgeted = 5000 WHERE category_id = ?1";
    world.change(set, [known::RESTAURANTS]);
    assert_eq!(recovered(&world).await, ["unknown"]);
    let mut talk = Talk::new(&world, Route::InCall).await;
    let undo = serde_json::json!({"plan_id": known::PLAN});
    let refused = talk.call("undo_operation", &undo).await;
    let text = crate::common::session::error_text(&refused);
    assert!(text.contains("may or may not have been applied"), "{text}");
}
