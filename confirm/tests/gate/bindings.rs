//! Tests that an answer between two calls is valid once, for this call, as it was asked.

use std::time::Duration;

use confirm::{Gate, Outcome};
use confirm_testing::{Answer, Client, Question, ScriptedClient};
use serde_json::{Value, json};
use tokio::time::advance;

use crate::shop::{Server, cheaper_lamp, status};

async fn asked(person: &mut ScriptedClient) -> Question {
    let call = person.start("set_price", cheaper_lamp()).await;
    person.question(&call).await
}

async fn reply(person: &mut ScriptedClient, params: Value) -> Value {
    let call = person.request("tools/call", params).await;
    person.reply(&call).await
}

/// Returns the one error for every state that is not valid, or no longer valid.
fn refusal() -> Value {
    json!({
        "code": -32602,
        "message": "The request state is not valid. Call the tool again without it.",
    })
}

#[tokio::test(start_paused = true)]
async fn a_yes_that_is_sent_five_times_writes_once() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let question = asked(&mut person).await;
    // Send both before the server has answered either.
    let mut replies = Vec::new();
    let first = person.answer(&question, &Answer::Yes).await;
    let second = person.answer(&question, &Answer::Yes).await;
    for call in [first, second] {
        replies.push(person.reply(&call).await);
    }
    let reads = server.shop.reads();
    for _ in 0..3 {
        let call = person.answer(&question, &Answer::Yes).await;
        replies.push(person.reply(&call).await);
    }
    let done = replies.iter().filter(|reply| reply["error"].is_null());
    assert_eq!(done.count(), 1, "{replies:#?}");
    let refused = replies.iter().filter(|reply| reply["error"] == refusal());
    assert_eq!(refused.count(), 4, "{replies:#?}");
    assert_eq!(server.shop.writes(), 1);
    // It was refused before anything was read.
    assert_eq!(server.shop.reads(), reads);
    assert_eq!(server.shop.outcome(), Outcome::Spent);
}

#[tokio::test(start_paused = true)]
async fn a_state_that_is_missing_or_made_up() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let question = asked(&mut person).await;
    for state in [
        json!(null),
        json!(""),
        json!("rs1"),
        json!("rs1.."),
        json!("rs1.AAAA.AAAA"),
    ] {
        let mut params = question.retry(&Answer::Yes);
        params["requestState"] = state.clone();
        assert_eq!(
            reply(&mut person, params).await["error"],
            refusal(),
            "{state}"
        );
    }
    let mut params = question.retry(&Answer::Yes);
    params.as_object_mut().unwrap().remove("requestState");
    assert_eq!(reply(&mut person, params).await["error"], refusal());
    assert_eq!(server.shop.outcome(), Outcome::InvalidState);
    assert_eq!(server.shop.reads(), 1);
    server.shop.assert_untouched();
    // A forged state does not cost the honest answer.
    let call = person.answer(&question, &Answer::Yes).await;
    assert_eq!(status(&person.reply(&call).await), "done");
}

#[tokio::test(start_paused = true)]
async fn a_state_that_is_cut_or_has_one_letter_changed() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let question = asked(&mut person).await;
    let state = question.state.as_str().unwrap();
    for at in 0..state.len() {
        let mut letters = state.as_bytes().to_vec();
        letters[at] = if letters[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(letters).unwrap();
        for forged in [&state[..at], &changed] {
            let mut params = question.retry(&Answer::Yes);
            params["requestState"] = forged.into();
            assert_eq!(
                reply(&mut person, params).await["error"],
                refusal(),
                "{forged}"
            );
        }
    }
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn a_state_is_good_for_ten_minutes() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    for (after, late) in [(599, false), (600, true)] {
        let question = asked(&mut person).await;
        advance(Duration::from_secs(after)).await;
        let call = person.answer(&question, &Answer::Yes).await;
        let reply = person.reply(&call).await;
        assert_eq!(status(&reply), if late { "unconfirmed" } else { "done" });
    }
    assert_eq!(server.shop.outcome(), Outcome::Expired);
    assert_eq!(server.shop.writes(), 1);
}

#[tokio::test(start_paused = true)]
async fn another_call_than_the_one_that_was_asked() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let question = asked(&mut person).await;
    for (field, value) in [
        ("arguments", json!({"thing": "lamp", "price": 9_001})),
        ("arguments", json!({"thing": "chair", "price": 9_000})),
        // The same change, from another tool that proposes the same kind.
        ("name", json!("set_price_without_codes")),
    ] {
        let mut params = question.retry(&Answer::Yes);
        params[field] = value.clone();
        let reply = reply(&mut person, params).await;
        assert_eq!(reply["error"], refusal(), "{value}");
    }
    assert_eq!(server.shop.reads(), 1);
    server.shop.assert_untouched();
}

/// Checks that the arguments are bound, even if other arguments describe the same change.
#[tokio::test(start_paused = true)]
async fn arguments_that_the_tool_ignores_are_bound_too() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let arguments = json!({"thing": "lamp", "by": 1_000});
    let call = person.start("raise_price", arguments).await;
    let question = person.question(&call).await;
    let mut params = question.retry(&Answer::Yes);
    params["arguments"]["note"] = "for luck".into();
    assert_eq!(reply(&mut person, params).await["error"], refusal());
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn a_state_of_another_gate() {
    let (one, other) = (Server::default(), Server::default());
    let mut person = one.person(Client::modern()).await;
    let question = asked(&mut person).await;
    let mut stranger = other.person(Client::modern()).await;
    let reply = reply(&mut stranger, question.retry(&Answer::Yes)).await;
    assert_eq!(reply["error"], refusal());
    // Its seal is refused, not only its missing entry in the store.
    assert_eq!(other.shop.outcome(), Outcome::InvalidState);
    other.shop.assert_untouched();
}

/// Checks a process that shares the key but not the store, as after a restart: it does not know the
/// question.
#[tokio::test(start_paused = true)]
async fn a_state_from_before_a_restart() {
    let server = || Server::new(Gate::builder().key([7; 32]));
    let (before, after) = (server(), server());
    let mut person = before.person(Client::modern()).await;
    let question = asked(&mut person).await;
    let mut person = after.person(Client::modern()).await;
    let answer = reply(&mut person, question.retry(&Answer::Yes)).await;
    assert_eq!(answer["error"], refusal());
    assert_eq!(after.shop.outcome(), Outcome::Spent);
    after.shop.assert_untouched();
}

/// Checks that the older era has no state, and ignores anything that looks like one.
#[tokio::test(start_paused = true)]
async fn an_answer_that_nobody_asked_for_in_the_older_era() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let params = json!({
        "name": "set_price",
        "arguments": cheaper_lamp(),
        "inputResponses": {"confirm": {"action": "accept", "content": {"value": true}}},
        "requestState": "rs1.AAAA.AAAA",
    });
    let reply = reply(&mut person, params).await;
    assert_eq!(reply["error"], refusal());
    server.shop.assert_untouched();
}
