//! Tests that every question ends in one decision, in order, with how long it was open.

use std::time::Duration;

use confirm::{Decision, Outcome, Route};
use confirm_testing::{Answer, Client};
use serde_json::json;
use tokio::time::advance;

use crate::shop::{Reading, Server, cheaper_lamp, eras, message, status};

/// Returns how each question ended, in the order of the decisions.
fn endings(server: &Server) -> Vec<(Outcome, Option<Route>, Option<u64>)> {
    let all = server.shop.decisions();
    let ending = |it: &Decision| (it.outcome, it.route, it.latency_ms);
    all.iter().map(ending).collect()
}

#[tokio::test(start_paused = true)]
async fn a_form_that_is_dismissed_before_a_code_is_used() {
    for (client, route) in eras().into_iter().zip([Route::RoundTrip, Route::InCall]) {
        let answers = match route {
            Route::InCall => vec![Answer::Dismiss, Answer::Error(-32601)],
            _ => vec![Answer::Dismiss],
        };
        for answer in answers {
            let server = Server::default();
            let mut person = server.person(client.clone()).await;
            let call = person.start("set_price", cheaper_lamp()).await;
            let question = person.question(&call).await;
            advance(Duration::from_secs(7)).await;
            let call = person.answer(&question, &answer).await;
            let reply = person.reply(&call).await;
            let mut with_code = cheaper_lamp();
            with_code["confirmation"] =
                reply["result"]["structuredContent"]["confirmation"].clone();
            advance(Duration::from_secs(3)).await;
            let talk = person.call("set_price", with_code).await;
            assert_eq!(talk.status(), Some("done"), "{answer:?}");
            let mut expected = vec![
                (Outcome::Dismissed, Some(route), Some(7_000)),
                (Outcome::CodeIssued, Some(Route::Code), None),
                (Outcome::Agreed, Some(Route::Code), Some(3_000)),
            ];
            if route == Route::RoundTrip {
                expected.insert(0, (Outcome::Asked, Some(route), None));
            }
            assert_eq!(endings(&server), expected, "{answer:?}");
            let decisions = server.shop.decisions();
            assert!(decisions.iter().all(|decision| decision.change.is_some()));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn questions_that_are_open_when_the_gate_is_closed() {
    let server = Server::default();
    let mut modern = server.person(Client::modern()).await;
    let call = modern.start("set_price", cheaper_lamp()).await;
    let question = modern.question(&call).await;
    advance(Duration::from_secs(1)).await;
    let mut mute = server.person(Client::modern().mute()).await;
    let talk = mute.call("set_price", cheaper_lamp()).await;
    assert!(talk.code().is_some());
    advance(Duration::from_secs(1)).await;
    let mut older = server.person(Client::older()).await;
    let call = older.start("set_price", cheaper_lamp()).await;
    let in_call = older.question(&call).await;
    advance(Duration::from_secs(1)).await;
    server.gate.close();
    let lost = [
        (Outcome::Lost, Some(Route::RoundTrip), Some(3_000)),
        (Outcome::Lost, Some(Route::Code), Some(2_000)),
        (Outcome::Lost, Some(Route::InCall), Some(1_000)),
    ];
    assert_eq!(endings(&server)[2..], lost);
    // An answer gets no second decision about its question, and does not confirm.
    let call = older.answer(&in_call, &Answer::Yes).await;
    assert_eq!(status(&older.reply(&call).await), "unconfirmed");
    assert_eq!(endings(&server).len(), 5);
    let call = modern.answer(&question, &Answer::Yes).await;
    let reply = modern.reply(&call).await;
    assert_eq!(status(&reply), "unconfirmed", "{reply}");
    assert_eq!(endings(&server).len(), 5);
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn questions_that_are_open_when_the_last_gate_is_dropped() {
    let server = Server::default();
    let shop = server.shop.clone();
    let (mut person, serving) = server.on_closing_pipe(Client::modern()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    _ = person.question(&call).await;
    advance(Duration::from_secs(4)).await;
    person.hang_up().await;
    serving.await.unwrap();
    drop(server);
    let last = shop.decision();
    assert_eq!(
        (last.outcome, last.latency_ms),
        (Outcome::Lost, Some(4_000))
    );
    assert_eq!(shop.decisions().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_answers() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    person.script([Answer::Silent]);
    _ = person.call("set_price", cheaper_lamp()).await;
    advance(Duration::from_secs(700)).await;
    // The gate finds out with its next call.
    _ = person.call("look", json!({"thing": "lamp"})).await;
    let last = server.shop.decision();
    assert_eq!(
        (last.outcome, last.latency_ms),
        (Outcome::Expired, Some(600_000))
    );
    assert!(last.change.is_some());
}

/// Checks a process that stops while a question is open, or while an answer is handled.
#[test]
fn questions_that_are_open_when_the_runtime_is_dropped() {
    for client in eras() {
        for answered in [true, false] {
            if !answered && client == Client::modern() {
                // Such a question does not belong to a running call.
                continue;
            }
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .start_paused(true)
                .build()
                .unwrap();
            let shop = runtime.block_on(async {
                let server = Server::default();
                let mut person = server.person(client.clone()).await;
                let call = person.start("set_price", cheaper_lamp()).await;
                let question = person.question(&call).await;
                advance(Duration::from_secs(2)).await;
                if answered {
                    server.shop.set_reading(Reading::Waits);
                    _ = person.answer(&question, &Answer::Yes).await;
                    server.shop.waits().await;
                }
                server.shop.clone()
            });
            drop(runtime);
            let last = shop.decision();
            assert_eq!(last.outcome, Outcome::Lost, "{client:?}");
            assert_eq!(last.latency_ms, Some(2_000), "{client:?}");
            assert!(last.change.is_some());
            shop.assert_untouched();
        }
    }
}

/// Checks that both routes have the same outcome, and the same advice on what to do next.
#[tokio::test(start_paused = true)]
async fn a_yes_that_comes_too_late() {
    let late = Duration::from_secs(601);
    for client in eras() {
        let server = Server::with(|settings| settings.deadline = Duration::from_secs(600));
        let mut person = server.person(client.clone()).await;
        let call = person.start("set_price", cheaper_lamp()).await;
        let question = person.question(&call).await;
        advance(late).await;
        let answered = person.answer(&question, &Answer::Yes).await;
        let call = if client == Client::older() {
            call
        } else {
            answered
        };
        let reply = person.reply(&call).await;
        assert_eq!(status(&reply), "unconfirmed", "{reply}");
        assert!(message(&reply).contains("Call again if the user still wants it"));
        let last = server.shop.decision();
        assert_eq!(last.outcome, Outcome::Expired);
        assert!(last.change.is_some() && last.confirmation.is_some());
        server.shop.assert_untouched();
    }
}

/// Checks that a used answer stays used, however late it comes again.
#[tokio::test(start_paused = true)]
async fn a_yes_that_was_used_and_comes_again_too_late() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    let call = person.answer(&question, &Answer::Yes).await;
    assert_eq!(status(&person.reply(&call).await), "done");
    advance(Duration::from_secs(601)).await;
    let call = person.answer(&question, &Answer::Yes).await;
    assert_eq!(person.reply(&call).await["error"]["code"], -32602);
    assert_eq!(server.shop.outcome(), Outcome::Spent);
    assert_eq!(server.shop.writes(), 1);
}

/// Checks that a caller who forges or borrows a state does not learn whether it is too late.
#[tokio::test(start_paused = true)]
async fn a_late_state_of_another_call_stays_an_error() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    advance(Duration::from_secs(601)).await;
    let mut params = question.retry(&Answer::Yes);
    params["arguments"]["price"] = 1.into();
    let call = person.request("tools/call", params).await;
    assert_eq!(person.reply(&call).await["error"]["code"], -32602);
    let outcomes = endings(&server).into_iter().map(|(outcome, ..)| outcome);
    // The question itself was not answered, and expired.
    let expected = [Outcome::Asked, Outcome::InvalidState, Outcome::Expired];
    assert_eq!(outcomes.collect::<Vec<_>>(), expected);
}

#[tokio::test(start_paused = true)]
async fn a_decline_names_its_change() {
    for client in eras() {
        for answer in [Answer::No, Answer::Unticked, Answer::Malformed(json!({}))] {
            let server = Server::default();
            let mut person = server.person(client.clone()).await;
            person.script([answer.clone()]);
            _ = person.call("set_price", cheaper_lamp()).await;
            let change = server.shop.decision().change;
            assert!(change.is_some(), "{answer:?}");
            // A yes to this question gets the same id.
            let server = Server::default();
            let mut person = server.person(client.clone()).await;
            person.script([Answer::Yes]);
            _ = person.call("set_price", cheaper_lamp()).await;
            assert_eq!(server.shop.decision().change, change, "{answer:?}");
        }
    }
}
