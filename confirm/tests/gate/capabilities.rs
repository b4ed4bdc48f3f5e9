//! Tests every shape of a client's declaration: only `{}` and `{"form": …}` can be asked.

use confirm_testing::{Answer, Client};
use serde_json::{Value, json};

use crate::shop::{Server, cheaper_lamp};

/// Returns shapes that do not let the client be asked.
fn cannot() -> Vec<Value> {
    vec![
        json!({"url": {}}),
        json!({"future": {}}),
        json!({"form": null}),
        json!({"form": true}),
        json!({"form": []}),
        json!(null),
        json!(true),
        json!([]),
        json!("form"),
        json!(1),
    ]
}

fn can() -> [Value; 3] {
    [
        json!({}),
        json!({"form": {}}),
        json!({"form": {}, "url": {}}),
    ]
}

/// Checks requests to one process, each with its own declaration.
#[tokio::test(start_paused = true)]
async fn of_one_request() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    for shape in can() {
        person.declare(Client::modern().elicitation(shape.clone()));
        let call = person.start("set_price", cheaper_lamp()).await;
        let question = person.question(&call).await;
        assert!(question.message.starts_with("Set the price"), "{shape}");
    }
    for shape in cannot() {
        person.declare(Client::modern().elicitation(shape.clone()));
        let talk = person.call("set_price", cheaper_lamp()).await;
        // The SDK refuses a declaration that its own type cannot hold.
        let refused = talk.error() == Some(-32602);
        let coded = talk.status() == Some("confirmation_required");
        assert!(refused || coded, "{shape}: {}", talk.reply);
    }
    person.declare(Client::modern().mute());
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("confirmation_required"));
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn of_a_handshake() {
    for shape in can() {
        let server = Server::default();
        let client = Client::older().elicitation(shape.clone());
        let mut person = server.person(client).await;
        person.script([Answer::No]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions.len(), 1, "{shape}");
    }
    for client in [
        Client::older().mute(),
        Client::older().elicitation(json!({"url": {}})),
    ] {
        let server = Server::default();
        let mut person = server.person(client.clone()).await;
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("confirmation_required"), "{client:?}");
        assert_eq!(talk.questions.len(), 0);
        server.shop.assert_untouched();
    }
}

/// Checks handshakes of which the SDK takes some for `{}` and refuses others. A watched stream is
/// read before the SDK reads it.
#[tokio::test(start_paused = true)]
async fn of_a_handshake_on_a_watched_stream() {
    for shape in cannot() {
        let server = Server::default();
        let client = Client::older().elicitation(shape.clone());
        let (mut person, _serving) = server.on_closing_pipe(client).await;
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("confirmation_required"), "{shape}");
        assert_eq!(talk.questions.len(), 0, "{shape}");
        server.shop.assert_untouched();
    }
    for shape in can() {
        let server = Server::default();
        let client = Client::older().elicitation(shape.clone());
        let (mut person, _serving) = server.on_closing_pipe(client).await;
        person.script([Answer::Yes]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions.len(), 1, "{shape}");
    }
}

/// Checks declarations that the SDK hides from the gate or takes for `{}`. A client that is asked
/// because of one cannot show the form. The server neither stops nor writes.
#[tokio::test(start_paused = true)]
async fn of_a_handshake_that_is_no_capability() {
    for shape in cannot() {
        let server = Server::default();
        let mut person = server.person(Client::modern()).await;
        person
            .send(&json!({
                "jsonrpc": "2.0", "id": 1, "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {"elicitation": shape},
                    "clientInfo": {"name": "odd", "version": "1"},
                },
            }))
            .await;
        let hello = person.receive().await;
        assert_eq!(hello["id"], 1, "{shape}");
        if hello["error"].is_null() {
            let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            person.send(&initialized).await;
            person
                .send(&json!({
                    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
                    "params": {"name": "set_price", "arguments": cheaper_lamp()},
                }))
                .await;
            let mut next = person.receive().await;
            if next["method"] == "elicitation/create" {
                let error = json!({"code": -32601, "message": "no such method"});
                let id = &next["id"];
                person
                    .send(&json!({"jsonrpc": "2.0", "id": id, "error": error}))
                    .await;
                next = person.receive().await;
            }
            let status = &next["result"]["structuredContent"]["status"];
            assert_eq!(status, "confirmation_required", "{shape}: {next}");
        }
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn the_request_wins_over_the_handshake() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    person.declare(Client::modern().mute());
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(
        talk.status(),
        Some("confirmation_required"),
        "{}",
        talk.reply
    );
    assert_eq!(talk.questions.len(), 0);

    let server = Server::default();
    let mut person = server.person(Client::older().mute()).await;
    person.declare(Client::modern());
    person.script([Answer::Yes]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("done"), "{}", talk.reply);
    assert_eq!(talk.questions.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_comes_back_is_asked_afresh() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    person.script([Answer::Silent, Answer::Yes]);
    let left = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(left.status(), None);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("done"));
    assert_ne!(talk.questions[0].state, left.questions[0].state);
    assert_eq!(server.shop.writes(), 1);
}
