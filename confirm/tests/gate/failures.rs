//! Tests that nothing is confirmed, whatever fails.

use confirm::Outcome;
use confirm_testing::{Answer, Client};
use serde_json::json;

use crate::shop::{Reading, Server, cheaper_lamp, eras};

#[tokio::test(start_paused = true)]
async fn the_preview_panics() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        _ = person.start("label", json!({"thing": "lamp"})).await;
        person.drain().await;
        server.shop.assert_untouched();
        // That ended the call, and not the server.
        person.script([Answer::Yes]);
        let talk = person.call("label", json!({"thing": "chair"})).await;
        assert_eq!(talk.status(), Some("done"));
    }
}

#[tokio::test(start_paused = true)]
async fn the_proposal_fails_before_the_question() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        server.shop.set_reading(Reading::Fails);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.reply["result"]["isError"], true);
        assert_eq!(talk.text(), Some("the shop cannot be read"));
        assert_eq!(talk.questions.len(), 0);
        assert_eq!(server.shop.outcome(), Outcome::Failed);
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn the_proposal_panics() {
    for after_the_question in [false, true] {
        for client in eras() {
            let server = Server::default();
            let mut person = server.person(client).await;
            if !after_the_question {
                server.shop.set_reading(Reading::Panics);
            }
            let call = person.start("set_price", cheaper_lamp()).await;
            if after_the_question {
                let question = person.question(&call).await;
                server.shop.set_reading(Reading::Panics);
                _ = person.answer(&question, &Answer::Yes).await;
            }
            person.drain().await;
            server.shop.assert_untouched();
            server.shop.set_reading(Reading::Works);
            person.script([Answer::Yes]);
            let talk = person.call("set_price", cheaper_lamp()).await;
            assert_eq!(talk.status(), Some("done"));
        }
    }
}

/// Checks that a proposal that hangs holds up only its own call, and that a cancel reaches it.
#[tokio::test(start_paused = true)]
async fn the_proposal_hangs() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        server.shop.set_reading(Reading::Waits);
        let call = person.start("set_price", cheaper_lamp()).await;
        server.shop.waits().await;
        server.shop.set_reading(Reading::Works);
        person.script([Answer::Yes]);
        let talk = person
            .call("raise_price", json!({"thing": "chair", "by": 1}))
            .await;
        assert_eq!(talk.status(), Some("done"));
        person.cancel(&call).await;
        person.drain().await;
        assert_eq!(server.shop.writes(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn the_peer_is_gone_with_the_question_open() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    person.question(&call).await;
    drop(person);
    server.shop.decided(Outcome::Cancelled).await;
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn the_peer_is_gone_before_the_question() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    server.shop.set_reading(Reading::Waits);
    _ = person.start("set_price", cheaper_lamp()).await;
    server.shop.waits().await;
    drop(person);
    server.shop.let_go();
    server.shop.decided(Outcome::Cancelled).await;
    server.shop.assert_untouched();
}
