//! Tests the example over HTTP: admission, and the owner of each question.

mod clients;
mod conformance;
#[expect(dead_code, reason = "its `main` takes a fixed port")]
#[path = "../../examples/http.rs"]
mod example;
#[path = "../../confirm/tests/gate/over_http/pipe.rs"]
mod pipe;

use std::time::Duration;

use confirm_testing::{Answer, Client, ScriptedClient};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use self::pipe::Http;

async fn open(sessions: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let authority = listener.local_addr().unwrap().to_string();
    let site = example::site(sessions, CancellationToken::new());
    tokio::spawn(async move { axum::serve(listener, site).await.unwrap() });
    authority
}

async fn person(http: &Http, client: Client) -> ScriptedClient {
    let mut person = ScriptedClient::connect(client, http.pipe()).await;
    person.patience(Duration::from_secs(30));
    person
}

fn alpha() -> Value {
    json!({"name": "alpha"})
}

#[tokio::test]
async fn both_eras_are_asked_and_heard() {
    for (sessions, client, asked) in [
        (true, Client::modern(), 1),
        (true, Client::older(), 1),
        (false, Client::modern(), 1),
        (false, Client::older(), 0),
    ] {
        let http = Http::to(&open(sessions).await, "/mcp").bearer("alice-token");
        let mut person = person(&http, client).await;
        person.script([Answer::Yes]);
        let talk = person.call("delete_thing", alpha()).await;
        assert_eq!(talk.questions.len(), asked);
        let status = if asked == 1 {
            "done"
        } else {
            "confirmation_required"
        };
        assert_eq!(talk.status(), Some(status), "{}", talk.reply);
    }
}

/// Checks the refusals of the transport, which are not JSON-RPC: clients see their status.
#[tokio::test]
async fn who_is_let_in() {
    let authority = open(true).await;
    let alice = || Http::to(&authority, "/mcp").bearer("alice-token");
    for (http, status) in [
        (Http::to(&authority, "/mcp"), Some(401)),
        (Http::to(&authority, "/mcp").bearer("alice"), Some(401)),
        (Http::to(&authority, "/mcp").bearer(""), Some(401)),
        (alice().header("host", "evil.example"), Some(403)),
        (alice().header("origin", "http://evil.example"), Some(403)),
        (alice().header("origin", "null"), Some(403)),
        (alice().header("mcp-session-id", "made-up"), Some(404)),
        (alice().header("origin", "http://localhost:5173"), None),
        (alice(), None),
    ] {
        let mut person = person(&http, Client::modern().mute()).await;
        let talk = person.call("delete_thing", alpha()).await;
        assert_eq!(talk.error(), status, "{}", talk.reply);
    }
}

#[tokio::test]
async fn the_question_of_another() {
    let authority = open(true).await;
    let [alice, bob] =
        ["alice-token", "bob-token"].map(|token| Http::to(&authority, "/mcp").bearer(token));
    let mut alice_modern = person(&alice, Client::modern()).await;
    let call = alice_modern.start("delete_thing", alpha()).await;
    let question = alice_modern.question(&call).await;
    let mut bob_modern = person(&bob, Client::modern()).await;
    let call = bob_modern
        .request("tools/call", question.retry(&Answer::Yes))
        .await;
    assert_eq!(bob_modern.reply(&call).await["error"]["code"], -32602);
}

/// Refuses Bob, who knows Alice's session, while her question is open in it.
#[tokio::test]
async fn the_session_of_another() {
    let authority = open(true).await;
    let alice = Http::to(&authority, "/mcp").bearer("alice-token");
    let mut own = person(&alice, Client::older()).await;
    let call = own.start("delete_thing", alpha()).await;
    let question = own.question(&call).await;
    let session = alice.session().unwrap();
    let bob = Http::to(&authority, "/mcp")
        .bearer("bob-token")
        .header("mcp-session-id", &session);
    let mut other = person(&bob, Client::modern()).await;
    other
        .send(&json!({
            "jsonrpc": "2.0", "id": question.key,
            "result": {"action": "accept", "content": {"value": true}},
        }))
        .await;
    let call = other.start("delete_thing", alpha()).await;
    assert_eq!(other.reply(&call).await["error"]["code"], 404);
    let call = own.answer(&question, &Answer::No).await;
    let reply = own.reply(&call).await;
    assert_eq!(reply["result"]["structuredContent"]["status"], "declined");
}
