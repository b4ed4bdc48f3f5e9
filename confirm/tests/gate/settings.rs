//! Tests settings for clients that do not do what they declare, and for those that wait long.

use std::time::Duration;

use confirm::{Disclosure, Fallback, Outcome};
use confirm_testing::{Answer, Client, ScriptedClient};
use serde_json::json;
use tokio::time::{Instant, advance};

use crate::shop::{Server, cheaper_lamp, eras, status};

/// Checks the setting for clients that declare forms and then decline by themselves.
#[tokio::test(start_paused = true)]
async fn always_code() {
    for client in eras() {
        let server = Server::with(|settings| settings.always_code = true);
        let mut person = server.person(client).await;
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions.len(), 0);
        let mut with_code = cheaper_lamp();
        with_code["confirmation"] = talk.code().unwrap().into();
        let talk = person.call("set_price", with_code).await;
        assert_eq!(talk.status(), Some("done"));
        // An irreversible operation takes no codes.
        let talk = person.call("sell", json!({"thing": "lamp"})).await;
        assert_eq!(talk.status(), Some("refused"));
        assert_eq!(server.shop.outcome(), Outcome::CannotAsk);
        assert_eq!(server.shop.writes(), 1);
    }
}

/// Checks that a gate whose settings were made in code uses the nearest allowed value, and asks.
#[tokio::test(start_paused = true)]
async fn no_duration_keeps_a_question_from_being_asked() {
    for duration in [Duration::MAX, Duration::ZERO, Duration::from_secs(u64::MAX)] {
        for client in eras() {
            let server = Server::with(|settings| {
                settings.deadline = duration;
                settings.lifetime = duration;
                settings.cool_down = duration;
            });
            let mut person = server.person(client.clone()).await;
            person.script([Answer::Yes, Answer::No]);
            for expected in ["done", "declined"] {
                let talk = person.call("set_price", cheaper_lamp()).await;
                assert_eq!(talk.status(), Some(expected), "{duration:?} {client:?}");
            }
        }
    }
}

/// Checks the setting for clients whose questions are read by more people than may see the change.
#[tokio::test(start_paused = true)]
async fn minimal_disclosure() {
    for client in eras() {
        let server = Server::with(|settings| settings.disclosure = Disclosure::Minimal);
        let mut person = server.person(client).await;
        person.script([Answer::Yes]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions[0].message, "Confirm set price?");
        assert_eq!(talk.status(), Some("done"));
        // The audit does not hold the fingerprint either, which could confirm a guess.
        let fingerprint = server.shop.written()[0].1.fingerprint.to_string();
        assert_ne!(server.shop.decision().change, Some(fingerprint));
    }
}

async fn decline_after(person: &mut ScriptedClient, delay: Duration) {
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    advance(delay).await;
    let call = person.answer(&question, &Answer::No).await;
    person.reply(&call).await;
}

#[tokio::test(start_paused = true)]
async fn instant_decline() {
    for (millis, outcome) in [
        (0, Outcome::NotAsked),
        (49, Outcome::NotAsked),
        (50, Outcome::Declined),
    ] {
        let server = Server::with(|settings| {
            settings.instant_decline = Duration::from_millis(50);
        });
        let mut person = server.person(Client::older()).await;
        decline_after(&mut person, Duration::from_millis(millis)).await;
        assert_eq!(server.shop.outcome(), outcome, "{millis}");
        server.shop.assert_untouched();
    }
}

/// Checks that an instant decline leads to no code and no cooldown: the person was not asked, and
/// did not agree.
#[tokio::test(start_paused = true)]
async fn an_instant_decline_hands_out_no_code_and_cools_nothing_down() {
    let server = Server::with(|settings| {
        settings.instant_decline = Duration::from_millis(50);
        settings.fallback = Fallback::Code;
    });
    let mut person = server.person(Client::older()).await;
    person.script([Answer::No, Answer::Yes]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("unconfirmed"));
    assert_eq!(talk.code(), None);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.questions.len(), 1);
}

/// Checks that the latency of an answer is recorded, also for a decline.
#[tokio::test(start_paused = true)]
async fn the_latency_is_on_record() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    decline_after(&mut person, Duration::from_secs(30)).await;
    assert_eq!(server.shop.outcome(), Outcome::Declined);
    assert_eq!(server.shop.decision().latency_ms, Some(30_000));

    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    person.script([Answer::Late(Duration::from_secs(20))]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("done"));
    assert_eq!(server.shop.written()[0].1.latency.as_secs(), 20);
    assert_eq!(server.shop.decision().latency_ms, Some(20_000));
}

/// Checks that a client that gave a progress token is told that the call goes on.
#[tokio::test(start_paused = true)]
async fn progress() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let params = json!({
        "name": "set_price",
        "arguments": cheaper_lamp(),
        "_meta": {"progressToken": "call-7"},
    });
    let asked = Instant::now();
    let call = person.request("tools/call", params).await;
    let question = person.question(&call).await;
    let mut last = 0.0;
    for tick in 1..=5 {
        let note = person.receive().await;
        assert_eq!(note["method"], "notifications/progress", "{note}");
        assert_eq!(note["params"]["progressToken"], "call-7");
        assert_eq!(asked.elapsed().as_secs(), 10 * tick);
        let progress = note["params"]["progress"].as_f64().unwrap();
        assert!(progress > last, "{note}");
        last = progress;
    }
    let call = person.answer(&question, &Answer::Yes).await;
    assert_eq!(status(&person.reply(&call).await), "done");
    // The progress ends with the question.
    advance(Duration::from_secs(60)).await;
    _ = person.request("ping", json!({})).await;
    assert_eq!(person.receive().await["result"], json!({}));
}

/// Checks that a tool can report its own steps to a client that asked for it.
#[tokio::test]
async fn steps() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let mut params = json!({"name": "describe", "arguments": {"thing": "lamp"}});
    _ = person.request("tools/call", params.clone()).await;
    assert_eq!(person.receive().await["result"]["isError"], true);
    params["_meta"] = json!({"progressToken": "call-8"});
    _ = person.request("tools/call", params).await;
    assert_eq!(
        person.receive().await["params"],
        json!({"progressToken": "call-8", "progress": 1.0, "message": "The call was read"})
    );
    assert_eq!(person.receive().await["result"]["isError"], true);
}
