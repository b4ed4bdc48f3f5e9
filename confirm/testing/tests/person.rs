//! Tests the person against servers of a few lines, which send what a test tells them to.

use std::time::Duration;

use confirm_testing::{Answer, Client, ScriptedClient};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream},
    task::JoinHandle,
};

/// Runs a test with a person whose server replies to each message with the lines that `server`
/// returns. Returns every message that the server got.
async fn with(
    client: Client,
    server: impl Fn(&Value) -> Vec<Value> + Send + 'static,
) -> (ScriptedClient, JoinHandle<Vec<Value>>) {
    let (pipe, end) = tokio::io::duplex(1 << 16);
    let heard = tokio::spawn(serve(end, server));
    (ScriptedClient::connect(client, pipe).await, heard)
}

async fn serve(end: DuplexStream, server: impl Fn(&Value) -> Vec<Value>) -> Vec<Value> {
    let (read, mut write) = tokio::io::split(end);
    let mut lines = BufReader::new(read).lines();
    let mut heard = Vec::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let message: Value = serde_json::from_str(&line).unwrap();
        for reply in server(&message) {
            write
                .write_all(format!("{reply}\n").as_bytes())
                .await
                .unwrap();
        }
        heard.push(message);
    }
    heard
}

fn result(to: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": to["id"], "result": result})
}

fn elicitation() -> Value {
    json!({
        "message": "Really?",
        "requestedSchema": {"type": "object", "properties": {"a": {"type": "boolean"}}},
    })
}

/// Asks during the call, and replies with the answer.
fn older(message: &Value) -> Vec<Value> {
    match message["method"].as_str() {
        Some("initialize" | "ping") => vec![result(message, &json!({}))],
        Some("tools/call") => vec![
            // Another message comes first.
            json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {}}),
            json!({
                "jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": elicitation(),
            }),
        ],
        Some(_) => vec![],
        None => vec![json!({"jsonrpc": "2.0", "id": 2, "result": {"heard": message}})],
    }
}

/// Asks with a result, and replies to the retried call with its parameters.
fn modern(message: &Value) -> Vec<Value> {
    let params = &message["params"];
    if !params["inputResponses"].is_null() {
        return vec![result(message, &json!({"heard": params}))];
    }
    vec![result(
        message,
        &json!({
            "resultType": "input_required",
            "inputRequests": {"k": {"method": "elicitation/create", "params": elicitation()}},
            "requestState": "s",
        }),
    )]
}

/// Returns answers, each with what a server gets for it.
fn answers() -> [(Answer, Value); 6] {
    let malformed = json!({"action": "accept", "content": 7});
    [
        (
            Answer::Yes,
            json!({"action": "accept", "content": {"a": true}}),
        ),
        (
            Answer::Unticked,
            json!({"action": "accept", "content": {"a": false}}),
        ),
        (Answer::No, json!({"action": "decline"})),
        (Answer::Dismiss, json!({"action": "cancel"})),
        (Answer::Malformed(malformed.clone()), malformed),
        (
            Answer::Late(Duration::from_secs(700)),
            json!({"action": "accept", "content": {"a": true}}),
        ),
    ]
}

#[tokio::test(start_paused = true)]
async fn during_a_call() {
    for (answer, reply) in answers() {
        let (mut person, _) = with(Client::older(), older).await;
        person.script([answer]);
        let talk = person.call("t", json!({"x": 1})).await;
        let response = json!({"jsonrpc": "2.0", "id": 7, "result": reply});
        assert_eq!(talk.reply["result"]["heard"], response);
        assert_eq!(talk.questions[0].message, "Really?");
        assert_eq!(talk.questions[0].form, elicitation()["requestedSchema"]);
    }
    let (mut person, _) = with(Client::older(), older).await;
    person.script([Answer::Error(-5)]);
    let talk = person.call("t", json!({})).await;
    assert_eq!(talk.reply["result"]["heard"]["error"]["code"], -5);
}

#[tokio::test(start_paused = true)]
async fn between_two_calls() {
    for (answer, reply) in answers() {
        let (mut person, _) = with(Client::modern(), modern).await;
        person.script([answer]);
        let talk = person.call("t", json!({"x": 1})).await;
        let heard = &talk.reply["result"]["heard"];
        assert_eq!(heard["inputResponses"], json!({"k": reply}));
        assert_eq!(heard["requestState"], "s");
        assert_eq!(heard["arguments"], json!({"x": 1}));
        let declared = &heard["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        assert_eq!(declared["elicitation"], json!({"form": {}}));
    }
    for answer in [Answer::Silent, Answer::Error(-5)] {
        let (mut person, heard) = with(Client::modern(), modern).await;
        person.script([answer]);
        let talk = person.call("t", json!({})).await;
        assert_eq!(talk.reply["result"]["resultType"], "input_required");
        drop(person);
        assert_eq!(heard.await.unwrap().len(), 1);
    }
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "the script has no answer to \"Really?\"")]
async fn a_question_too_many() {
    let (mut person, _) = with(Client::modern(), modern).await;
    _ = person.call("t", json!({})).await;
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "nothing was asked")]
async fn a_question_that_does_not_come() {
    let (mut person, _) = with(Client::modern(), |call| vec![result(call, &json!({}))]).await;
    let call = person.start("t", json!({})).await;
    person.question(&call).await;
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "the server did not say what is waited for in 3600s")]
async fn a_server_that_says_nothing() {
    let (mut person, _) = with(Client::modern(), |_| vec![]).await;
    _ = person.call("t", json!({})).await;
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "the server is still there")]
async fn a_server_that_is_gone() {
    let (mut person, server) = with(Client::modern(), |_| vec![]).await;
    let call = person.start("t", json!({})).await;
    server.abort();
    person.reply(&call).await;
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "no handshake")]
async fn a_server_that_refuses_the_handshake() {
    let refuse = |hello: &Value| {
        let error = json!({"code": -32602, "message": "no"});
        vec![json!({"jsonrpc": "2.0", "id": hello["id"], "error": error})]
    };
    _ = with(Client::older(), refuse).await;
}
