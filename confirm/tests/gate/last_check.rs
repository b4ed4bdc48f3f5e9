//! Tests revalidation right before the write, where several confirmed changes may wait for one
//! lock.

use std::time::Duration;

use confirm::Outcome;
use confirm_testing::{Answer, Call, Client, ScriptedClient};
use serde_json::Value;
use tokio::time::advance;

use crate::shop::{Reading, Server, cheaper_lamp, eras, status};

/// Starts a call that is confirmed and waits while it revalidates.
async fn agreed(server: &Server, client: Client) -> (ScriptedClient, Call) {
    let mut person = server.person(client).await;
    // The first read is for the question, and the second for the answer.
    server.shop.set_reading(Reading::WaitsAt(3));
    let call = person.start("set_price_carefully", cheaper_lamp()).await;
    let question = person.question(&call).await;
    let call = person.answer(&question, &Answer::Yes).await;
    server.shop.waits().await;
    assert_eq!(server.shop.outcome(), Outcome::Agreed);
    (person, call)
}

fn failure(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test(start_paused = true)]
async fn nothing_moved() {
    for client in eras() {
        let server = Server::default();
        let (mut person, call) = agreed(&server, client).await;
        server.shop.let_go();
        assert_eq!(status(&person.reply(&call).await), "done");
        assert_eq!(server.shop.price("lamp"), 9_000);
        let written = server.shop.written();
        assert_eq!(written[0].0, r#"{"price":9000,"thing":"lamp"}"#);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_shown_moved() {
    for client in eras() {
        let server = Server::default();
        let (mut person, call) = agreed(&server, client).await;
        server.shop.reprice("lamp", 14_000);
        server.shop.let_go();
        assert_eq!(failure(&person.reply(&call).await), "it moved");
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn the_call_was_cancelled() {
    for client in eras() {
        let server = Server::default();
        let (mut person, call) = agreed(&server, client).await;
        person.cancel(&call).await;
        person.drain().await;
        server.shop.let_go();
        person.drain().await;
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn the_client_has_gone() {
    for client in eras() {
        let server = Server::default();
        let (mut person, serving) = server.on_closing_pipe(client).await;
        server.shop.set_reading(Reading::WaitsAt(3));
        let call = person.start("set_price_carefully", cheaper_lamp()).await;
        let question = person.question(&call).await;
        _ = person.answer(&question, &Answer::Yes).await;
        server.shop.waits().await;
        person.hang_up().await;
        // Wait until the server has read the end of the pipe.
        advance(Duration::from_millis(1)).await;
        server.shop.let_go();
        serving.await.unwrap();
        server.shop.assert_untouched();
    }
}
