//! Tests the cooldown: after a decline, exactly that change is not asked about again for a while.

use std::time::Duration;

use confirm::Outcome;
use confirm_testing::{Answer, Client, Conversation, ScriptedClient};
use serde_json::json;
use tokio::time::advance;

use crate::shop::{Server, cheaper_lamp, eras, status};

async fn set_price(person: &mut ScriptedClient, answer: Answer) -> Conversation {
    person.script([answer]);
    person.call("set_price", cheaper_lamp()).await
}

#[tokio::test(start_paused = true)]
async fn three_calls_at_once_after_a_no() {
    for no in [Answer::No, Answer::Unticked] {
        for client in eras() {
            let server = Server::default();
            let mut person = server.person(client).await;
            let talk = set_price(&mut person, no.clone()).await;
            assert_eq!(talk.questions.len(), 1);
            let mut calls = Vec::new();
            for _ in 0..3 {
                calls.push(person.start("set_price", cheaper_lamp()).await);
            }
            for call in calls {
                // A question would not be a reply with a status.
                assert_eq!(status(&person.reply(&call).await), "declined");
            }
            assert_eq!(server.shop.outcome(), Outcome::CoolingDown);
            server.shop.assert_untouched();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn it_ends() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        set_price(&mut person, Answer::No).await.status().unwrap();
        advance(Duration::from_millis(9_999)).await;
        let talk = set_price(&mut person, Answer::Yes).await;
        assert_eq!(talk.questions.len(), 0);
        advance(Duration::from_millis(1)).await;
        let talk = set_price(&mut person, Answer::Yes).await;
        assert_eq!(talk.questions.len(), 1);
        assert_eq!(talk.status(), Some("done"));
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_no_no_starts_none() {
    let malformed = Answer::Malformed(json!({"action": "accept", "content": {}}));
    for answer in [
        Answer::Dismiss,
        malformed,
        Answer::Error(-32603),
        Answer::Silent,
    ] {
        let server = Server::default();
        let mut person = server.person(Client::older()).await;
        set_price(&mut person, answer.clone())
            .await
            .status()
            .unwrap();
        let talk = set_price(&mut person, Answer::Yes).await;
        assert_eq!(talk.questions.len(), 1, "{answer:?}");
        assert_eq!(talk.status(), Some("done"));
    }
}

#[tokio::test(start_paused = true)]
async fn it_is_about_that_change_alone_however_it_is_worded() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    person.script([Answer::No, Answer::Yes, Answer::Yes]);
    let raise = |by: i64| json!({"thing": "lamp", "by": by});
    let talk = person.call("raise_price", raise(1_000)).await;
    assert_eq!(talk.status(), Some("declined"));
    let reworded = json!({"thing": "lamp", "by": 1_000, "note": "please"});
    let talk = person.call("raise_price", reworded).await;
    assert_eq!(talk.questions.len(), 0);
    assert_eq!(talk.status(), Some("declined"));
    let talk = person.call("raise_price", raise(1_001)).await;
    assert_eq!(talk.questions.len(), 1);
    let of_another_thing = json!({"thing": "chair", "price": 5_500});
    let talk = person.call("set_price", of_another_thing).await;
    assert_eq!(talk.questions.len(), 1);
}

/// Checks that a model whose user declined cannot ask for the same change through another tool.
#[tokio::test(start_paused = true)]
async fn it_is_about_the_change_whichever_tool_proposes_it() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        set_price(&mut person, Answer::No).await.status().unwrap();
        let raise = json!({"thing": "lamp", "by": -3_000});
        for (tool, arguments) in [
            ("raise_price", raise),
            ("set_price_without_codes", cheaper_lamp()),
            ("set_price_carefully", cheaper_lamp()),
        ] {
            let talk = person.call(tool, arguments).await;
            assert_eq!(talk.questions.len(), 0, "{tool}");
            assert_eq!(talk.status(), Some("declined"), "{tool}");
            assert_eq!(server.shop.outcome(), Outcome::CoolingDown);
        }
        server.shop.assert_untouched();
    }
}

/// Checks a code from before the decline: with it the model could make the declined change.
#[tokio::test(start_paused = true)]
async fn a_code_does_not_get_round_a_no() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let talk = set_price(&mut person, Answer::Dismiss).await;
    let code = talk.code().unwrap().to_owned();
    let talk = set_price(&mut person, Answer::No).await;
    assert_eq!(talk.status(), Some("declined"));
    let mut with_code = cheaper_lamp();
    with_code["confirmation"] = code.into();
    let talk = person.call("set_price", with_code).await;
    assert_eq!(talk.status(), Some("declined"));
    assert_eq!(server.shop.outcome(), Outcome::CoolingDown);
    server.shop.assert_untouched();
}

/// Checks that such a code stays refused after the cooldown: then only a new question counts.
#[tokio::test(start_paused = true)]
async fn a_code_from_before_a_no_stays_refused() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let talk = set_price(&mut person, Answer::Dismiss).await;
    let mut with_code = cheaper_lamp();
    with_code["confirmation"] = talk.code().unwrap().into();
    set_price(&mut person, Answer::No).await.status().unwrap();
    advance(Duration::from_secs(60)).await;
    let talk = person.call("set_price", with_code).await;
    assert_eq!(talk.status(), Some("declined"));
    server.shop.assert_untouched();
}

/// Checks two open questions about one change: declining one answers the other.
#[tokio::test(start_paused = true)]
async fn another_question_from_before_a_no() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let mut questions = Vec::new();
        for _ in 0..2 {
            let call = person.start("set_price", cheaper_lamp()).await;
            questions.push(person.question(&call).await);
        }
        for (question, answer) in questions.iter().zip([Answer::No, Answer::Yes]) {
            let call = person.answer(question, &answer).await;
            assert_eq!(status(&person.reply(&call).await), "declined", "{answer:?}");
        }
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_cannot_ask_is_handed_no_code_meanwhile() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    set_price(&mut person, Answer::No).await.status().unwrap();
    person.declare(Client::modern().mute());
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("declined"));
    assert_eq!(talk.code(), None);
}
