//! Changes of which the plan shows only a part, which a person may have made. The part is undone
//! whole or not at all.

use avenir_sandbox::{CannedAnswer, Fault, Moment, demo as known};
use serde_json::{Value, json};

use crate::{
    common::{
        World,
        session::{error_text, status},
    },
    facts::month,
    killed::killed_when,
    recovery::{LONG, budgets, id_of, look_up, lose, scene, undo_of},
    scenes::Scene,
    talk::{Route, Talk},
};

/// Refuses to undo a move that a person made by hand, after the process died before its first half
/// was applied.
#[tokio::test]
async fn a_move_that_a_person_made_is_not_undone() {
    for (to, state, why) in [
        (
            known::RESTAURANTS,
            "unknown",
            "may or may not have been applied",
        ),
        (known::GROCERIES, "partial", "half of operation"),
    ] {
        let world = World::new().await;
        let scene = scene(&world, "move_money");
        let (verb, path, _) = scene.steps[0];
        let fault = Fault::delay(LONG).on(verb, path);
        killed_when(&world, &scene, fault, || world.operations() == ["intended"]).await;
        let by_hand = "UPDATE month_budgets SET budgeted = budgeted + ?3 \
                       WHERE category_id = ?1 AND month = ?2";
        world.change(by_hand, (known::HOBBIES, month(), -30_000));
        world.change(by_hand, (to, month(), 30_000));
        let before = budgets(&world);
        assert_eq!(look_up(&world).await, [state]);
        // The request can no longer be applied, so a later edit by hand proves nothing.
        world.change(by_hand, (to, month(), -10_000));
        world.change(by_hand, (known::TRANSPORT, month(), 10_000));
        assert_eq!(look_up(&world).await, [state]);
        let mut talk = Talk::new(&world, Route::RoundTrip).await;
        let undo = json!({"plan_id": known::PLAN});
        let refused = talk.call("undo_operation", &undo).await;
        assert!(error_text(&refused).contains(why), "{refused}");
        assert!(
            error_text(&refused).contains("get_category_balances"),
            "{refused}"
        );
        assert_eq!(budgets(&world), before);
    }
}

/// Undoes half of a move only while the other half is unchanged.
#[tokio::test]
async fn half_a_move_goes_back_whole_or_not() {
    for is_completed in [false, true] {
        let world = World::new().await;
        let scene = scene(&world, "move_money");
        let before = budgets(&world);
        let mut talk = Talk::new(&world, Route::RoundTrip).await;
        let question = talk.ask(scene.tool, scene.arguments.clone()).await;
        let sandbox = world.sandbox.as_ref().unwrap();
        let refusal = CannedAnswer::status(400);
        sandbox.inject(Fault::answer(refusal).on("PATCH", known::RESTAURANTS));
        let part = talk.agree(&question).await;
        assert_eq!(status(&part), "partial", "{part}");
        // The question of the same change again names the applied part.
        let mut again = Talk::new(&world, Route::RoundTrip).await;
        let question = again.ask(scene.tool, scene.arguments.clone()).await;
        let said = "A part of it was applied within the last hour: ";
        assert!(question.text.contains(said), "{}", question.text);
        assert!(question.text.contains("100 to 70"), "{}", question.text);
        let doctor = world.command().arg("doctor").output().await.unwrap();
        let doctor = String::from_utf8(doctor.stdout).unwrap();
        assert!(
            doctor.contains("note  journal: 1 operation may have been applied"),
            "{doctor}"
        );
        if is_completed {
            let by_hand = "UPDATE month_budgets SET budgeted = 80000 \
                           WHERE category_id = ?1 AND month = ?2";
            world.change(by_hand, (known::RESTAURANTS, month()));
            let result = talk.call("undo_operation", &undo_of(&id_of(&part))).await;
            assert_eq!(status(&result), "nothing_to_do", "{result}");
        } else {
            talk.apply("undo_operation", undo_of(&id_of(&part))).await;
        }
        assert_eq!(budgets(&world), before);
    }
}

/// Refuses to undo a half that only a re-read showed, even if the re-read followed at once. No
/// response proves that this server wrote the half.
#[tokio::test]
async fn half_a_move_that_only_a_reading_showed_is_not_undone() {
    let world = World::new().await;
    let scene = scene(&world, "move_money");
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk.ask(scene.tool, scene.arguments.clone()).await;
    let (verb, path, _) = scene.steps[0];
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::drop(Moment::After).on(verb, path));
    let half = talk.agree(&question).await;
    assert_eq!(status(&half), "partial", "{half}");
    let before = budgets(&world);
    let refused = talk.call("undo_operation", &undo_of(&id_of(&half))).await;
    let text = error_text(&refused);
    assert!(text.contains("half of operation"), "{text}");
    assert!(text.contains("get_category_balances"), "{text}");
    assert_eq!(budgets(&world), before);
}

fn two_flags() -> Scene {
    let red = |id: &str| json!({"transaction_id": id, "color": "red"});
    Scene {
        tool: "flag_transactions",
        arguments: json!({"plan_id": known::PLAN,
            "flags": [red(known::DINER), red(known::REFUND)]}),
        steps: vec![("PATCH", "/transactions", String::new())],
    }
}

const SET: &str = "UPDATE transactions SET flag_color = 'red' WHERE id = ?1";
const FLAG: &str = "SELECT flag_color FROM transactions WHERE id = ?1";

/// Does not credit a lost request with one of its two rows. YNAB applies the rows of one request
/// together, so a person set that flag.
#[tokio::test]
async fn a_lost_request_is_not_credited_with_a_row_made_by_hand() {
    for is_killed in [false, true] {
        let world = World::new().await;
        let scene = two_flags();
        if is_killed {
            let fault = Fault::delay(LONG).on("PATCH", "/transactions");
            let intended = || world.operations() == ["intended"];
            killed_when(&world, &scene, fault, intended).await;
        } else {
            let mut talk = Talk::new(&world, Route::RoundTrip).await;
            lose(&mut talk, &world, &scene).await;
        }
        world.change(SET, [known::DINER]);
        assert_eq!(look_up(&world).await, ["unknown"], "{is_killed}");
        let mut talk = Talk::new(&world, Route::InCall).await;
        let undo = json!({"plan_id": known::PLAN});
        let refused = talk.call("undo_operation", &undo).await;
        let text = error_text(&refused);
        assert!(text.contains("may or may not have been applied"), "{text}");
        assert!(text.contains("find_transactions"), "{text}");
        assert_eq!(world.text(FLAG, [known::DINER]).as_deref(), Some("red"));
    }
}

/// Reports "partial" if YNAB responded and the re-read shows one of two rows. The applied row is
/// known and can be undone.
#[tokio::test]
async fn a_request_that_was_answered_in_part_is_partial() {
    let world = World::new().await;
    let scene = two_flags();
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk.ask(scene.tool, scene.arguments.clone()).await;
    let ignored = format!(
        "CREATE TRIGGER ignored AFTER UPDATE ON transactions WHEN new.id = '{0}' BEGIN \
         UPDATE transactions SET flag_color = old.flag_color WHERE id = '{0}'; END",
        known::REFUND
    );
    world.alter(&ignored);
    let body = json!({"data": {"transactions": [], "transaction_ids": []}}).to_string();
    let answer = CannedAnswer::status(200).body(&body).after();
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::answer(answer).on("PATCH", "/transactions"));
    let part: Value = talk.agree(&question).await;
    assert_eq!(status(&part), "partial", "{part}");
    let (question, _) = talk.apply("undo_operation", undo_of(&id_of(&part))).await;
    assert!(
        question.starts_with("Undo: change the flag of 1"),
        "{question}"
    );
    assert_eq!(world.text(FLAG, [known::DINER]), None);
}
