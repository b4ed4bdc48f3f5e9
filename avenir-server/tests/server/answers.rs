//! Every reply to the question, during the call and with a retried call. Only a ticked form writes.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::common::{
    World, diner_to_restaurants,
    session::{Client, Session, error_text, status, yes},
};

/// Returns each reply that is not a yes, with the status that the reply leads to.
fn not_a_yes() -> Vec<(Value, &'static str)> {
    let accept = |content: Value| json!({"action": "accept", "content": content});
    vec![
        (json!({"action": "decline"}), "declined"),
        (
            json!({"action": "decline", "content": {"value": true}}),
            "declined",
        ),
        (accept(json!({"value": false})), "declined"),
        (json!({"action": "cancel"}), "confirmation_required"),
        (
            json!({"action": "cancel", "content": {"value": true}}),
            "confirmation_required",
        ),
        (json!({"action": "accept"}), "unconfirmed"),
        (accept(json!({})), "unconfirmed"),
        (accept(json!({"value": "true"})), "unconfirmed"),
        (accept(json!({"value": 1})), "unconfirmed"),
        (accept(json!({"value": null})), "unconfirmed"),
        (accept(json!({"value": [true]})), "unconfirmed"),
        (
            accept(json!({"value": true, "transaction_id": "other"})),
            "unconfirmed",
        ),
        (accept(json!({"confirmed": true})), "unconfirmed"),
        (
            json!({"action": "skipped", "content": {"value": true}}),
            "unconfirmed",
        ),
    ]
}

/// Returns the server's command without the cooldown, because these tests repeat one question.
fn without_cool_down(world: &World) -> tokio::process::Command {
    let mut command = world.command();
    command.env("AVENIR_MCP_COOL_DOWN", "0");
    command
}

#[tokio::test]
async fn a_retried_call() {
    let world = World::new().await;
    let mut session = Session::start(without_cool_down(&world), Client::modern()).await;
    for (reply, expected) in not_a_yes() {
        let asked = session.apply(diner_to_restaurants()).await;
        let state = &asked["result"]["requestState"];
        let answer = session
            .retry(diner_to_restaurants(), reply.clone(), state)
            .await;
        assert_eq!(status(&answer), expected, "{reply}");
        // A no cannot be replaced by a later yes.
        let turned = session.retry(diner_to_restaurants(), yes(), state).await;
        assert_eq!(turned["error"]["code"], -32602, "{reply}");
    }
    nothing_was_written(&world);
    let asked = session.apply(diner_to_restaurants()).await;
    let state = &asked["result"]["requestState"];
    let answer = session.retry(diner_to_restaurants(), yes(), state).await;
    assert_eq!(status(&answer), "applied");
    assert_eq!(world.operations(), ["applied"]);
}

#[tokio::test]
async fn a_question_during_the_call() {
    let world = World::new().await;
    let mut session = Session::start(without_cool_down(&world), Client::older()).await;
    for (reply, expected) in not_a_yes() {
        let question = session.apply(diner_to_restaurants()).await;
        session.answer(&question, reply.clone()).await;
        assert_eq!(status(&session.next().await), expected, "{reply}");
    }
    for (code, expected) in [(-32601, "confirmation_required"), (-32603, "unconfirmed")] {
        let question = session.apply(diner_to_restaurants()).await;
        let error = json!({"code": code, "message": "no"});
        session
            .send(&json!({"jsonrpc": "2.0", "id": question["id"], "error": error}))
            .await;
        assert_eq!(status(&session.next().await), expected, "{code}");
    }
    nothing_was_written(&world);
    let question = session.apply(diner_to_restaurants()).await;
    session.answer(&question, yes()).await;
    assert_eq!(status(&session.next().await), "applied");
    assert_eq!(world.operations(), ["applied"]);
}

#[tokio::test]
async fn a_yes_after_the_call_was_cancelled() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let arguments = json!({"name": "apply_categories", "arguments": diner_to_restaurants()});
    let call = session.post("tools/call", arguments).await;
    let question = session.next().await;
    let cancel = json!({"requestId": call, "reason": "changed my mind"});
    session
        .send(&json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel,
        }))
        .await;
    let withdrawn = session.next().await;
    assert_eq!(
        withdrawn["method"], "notifications/cancelled",
        "{withdrawn}"
    );
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    session.answer(&question, yes()).await;
    // The server still answers, and the late yes has no effect.
    let question = session.apply(diner_to_restaurants()).await;
    session
        .answer(&question, json!({"action": "decline"}))
        .await;
    assert_eq!(status(&session.next().await), "declined");
    nothing_was_written(&world);
}

#[tokio::test]
async fn the_client_goes_away_with_the_question_open() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let question = session.apply(diner_to_restaurants()).await;
    assert_eq!(question["method"], "elicitation/create");
    session.hang_up();
    let ended = tokio::time::timeout(std::time::Duration::from_secs(4), session.child.wait()).await;
    // Without the server's own check, the SDK would drain for 5 seconds.
    assert!(ended.expect("it ends at once").unwrap().success());
    nothing_was_written(&world);
}

#[tokio::test]
async fn a_state_that_is_not_ours() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let asked = session.apply(diner_to_restaurants()).await;
    let state = asked["result"]["requestState"].as_str().unwrap().to_owned();
    let mut flipped = state.clone().into_bytes();
    flipped[20] ^= 1;
    let flipped = String::from_utf8(flipped).unwrap();
    let cut = &state[..state.len() - 1];
    let mut refusals = Vec::new();
    for forged in [
        json!(null),
        json!(""),
        json!("rs1.x.y"),
        json!(cut),
        json!(flipped),
    ] {
        refusals.push(session.retry(diner_to_restaurants(), yes(), &forged).await);
    }
    let other = crate::common::assign(&[(known::DINER, known::GROCERIES)]);
    refusals.push(session.retry(other, yes(), &json!(state)).await);
    for refusal in &refusals {
        assert_eq!(refusal["error"]["code"], -32602, "{refusal}");
        assert_eq!(refusal["error"], refusals[0]["error"], "one constant error");
    }
    nothing_was_written(&world);
    // The forged states do not invalidate the honest answer.
    let answer = session
        .retry(diner_to_restaurants(), yes(), &json!(state))
        .await;
    assert_eq!(status(&answer), "applied");
}

/// Reads the capability from each request, because every request of one process declares its own.
#[tokio::test]
async fn shapes_of_a_capability() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    for (elicitation, asked) in [
        (Some(json!({})), true),
        (None, false),
        (Some(json!({"form": {}})), true),
        (Some(json!({"url": {}})), false),
        (Some(json!({"form": {}, "url": {}})), true),
        (Some(json!({"future": {}})), false),
        (Some(json!({"form": null})), false),
        (Some(json!(null)), false),
        (Some(json!(true)), false),
        (Some(json!([])), false),
        (Some(json!("form")), false),
    ] {
        session.client.elicitation = elicitation.clone();
        let answer = session.apply(diner_to_restaurants()).await;
        if asked {
            assert_eq!(
                answer["result"]["resultType"], "input_required",
                "{elicitation:?}"
            );
        } else if answer["error"].is_null() {
            assert_eq!(status(&answer), "confirmation_required", "{elicitation:?}");
        } else {
            // The SDK refuses a value that its own type cannot represent.
            assert_eq!(answer["error"]["code"], -32602, "{elicitation:?}: {answer}");
        }
    }
    nothing_was_written(&world);
}

#[tokio::test]
async fn an_answer_to_another_question_asks_again() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let asked = session.apply(diner_to_restaurants()).await;
    let first = asked["result"]["requestState"].clone();
    let params = json!({
        "name": "apply_categories",
        "arguments": diner_to_restaurants(),
        "inputResponses": {},
        "requestState": first,
    });
    let again = session.request("tools/call", params).await;
    assert_eq!(again["result"]["resultType"], "input_required");
    let second = &again["result"]["requestState"];
    assert_ne!(*second, first);
    let old = session.retry(diner_to_restaurants(), yes(), &first).await;
    assert_eq!(old["error"]["code"], -32602);
    let answer = session.retry(diner_to_restaurants(), yes(), second).await;
    assert_eq!(status(&answer), "applied");
}

#[tokio::test]
async fn a_code_and_an_answer_in_one_call() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let mut arguments = diner_to_restaurants();
    let asked = session.apply(arguments.clone()).await;
    let state = &asked["result"]["requestState"];
    let dismissed = session
        .retry(arguments.clone(), json!({"action": "cancel"}), state)
        .await;
    let code = &dismissed["result"]["structuredContent"]["confirmation"];
    assert!(code.is_string(), "{dismissed}");
    let asked = session.apply(arguments.clone()).await;
    arguments["confirmation"] = code.clone();
    // The code or the answer alone would be enough.
    let answer = session
        .retry(arguments, yes(), &asked["result"]["requestState"])
        .await;
    assert_eq!(status(&answer), "refused");
    assert!(error_text(&answer).contains("in one call"), "{answer}");
    nothing_was_written(&world);
}

#[tokio::test]
async fn under_require_elicitation() {
    let world = World::new().await;
    let strict = || {
        let mut command = world.command();
        command.env("AVENIR_MCP_REQUIRE_ELICITATION", "1");
        command
    };
    let mut mute = Session::start(strict(), Client::mute()).await;
    let refused = mute.apply(diner_to_restaurants()).await;
    assert_eq!(status(&refused), "refused");
    assert_eq!(refused["result"]["isError"], true);
    let mut with_code = diner_to_restaurants();
    with_code["confirmation"] = json!("AAAAAAAAAAA");
    let disabled = mute.apply(with_code).await;
    assert!(error_text(&disabled).contains("codes are disabled"));

    let mut session = Session::start(strict(), Client::older()).await;
    let question = session.apply(diner_to_restaurants()).await;
    session.answer(&question, json!({"action": "cancel"})).await;
    assert_eq!(status(&session.next().await), "declined");
    nothing_was_written(&world);
    let question = session.apply(diner_to_restaurants()).await;
    session.answer(&question, yes()).await;
    assert_eq!(status(&session.next().await), "applied");
}

/// Does not ask again soon about a declined change, but asks about another change.
#[tokio::test]
async fn a_no_cools_down() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let question = session.apply(diner_to_restaurants()).await;
    session
        .answer(&question, json!({"action": "decline"}))
        .await;
    assert_eq!(status(&session.next().await), "declined");
    for _ in 0..3 {
        assert_eq!(
            status(&session.apply(diner_to_restaurants()).await),
            "declined"
        );
    }
    let other = crate::common::assign(&[(known::DINER, known::GROCERIES)]);
    let question = session.apply(other).await;
    session.answer(&question, json!({"action": "cancel"})).await;
    assert_eq!(status(&session.next().await), "confirmation_required");
    nothing_was_written(&world);
}

fn nothing_was_written(world: &World) {
    assert_eq!(world.category_of(known::DINER), None);
    assert_eq!(world.operations(), [""; 0]);
}
