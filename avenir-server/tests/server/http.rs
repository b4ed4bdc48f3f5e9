//! The built server over HTTP: access, the owner of a question, and shutdown.

#[path = "../../../confirm/tests/gate/over_http/pipe.rs"]
mod pipe;

use std::{process::Stdio, time::Duration};

use avenir_sandbox::demo as known;
use confirm_testing::{Answer, Client, ScriptedClient};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

use self::pipe::Http;
use crate::common::{
    World, diner_to_restaurants,
    over_http::{self, Served},
};

const ALICE: &str = "alice-has-this-token";
const BOB: &str = "bob-has-another-token";

async fn serve(world: &World, tokens: Option<&str>) -> Served {
    let mut command = world.command();
    command.arg("http");
    over_http::serve(command, tokens).await
}

fn to(served: &Served, token: &str) -> Http {
    Http::to(&served.authority, "/mcp").bearer(token)
}

async fn person(http: &Http, client: Client) -> ScriptedClient {
    let mut person = ScriptedClient::connect(client, http.pipe()).await;
    person.patience(Duration::from_secs(30));
    person
}

#[tokio::test]
async fn both_eras_are_asked_and_heard() {
    for (client, answer, expected) in [
        (Client::modern(), Answer::Yes, "applied"),
        (Client::older(), Answer::Yes, "applied"),
        (Client::modern(), Answer::No, "declined"),
        (Client::older(), Answer::No, "declined"),
    ] {
        let world = World::new().await;
        let served = serve(&world, Some(ALICE)).await;
        let mut person = person(&to(&served, ALICE), client).await;
        person.script([answer]);
        let talk = person
            .call("apply_categories", diner_to_restaurants())
            .await;
        assert_eq!(talk.questions.len(), 1);
        assert_eq!(talk.status(), Some(expected), "{}", talk.reply);
        let category = (expected == "applied").then_some(known::RESTAURANTS);
        assert_eq!(world.category_of(known::DINER).as_deref(), category);
    }
}

#[tokio::test]
async fn who_is_let_in() {
    let world = World::new().await;
    let served = serve(&world, Some(ALICE)).await;
    let open = || Http::to(&served.authority, "/mcp");
    let alice = || open().bearer(ALICE);
    for (http, status) in [
        (open(), Some(401)),
        (open().bearer(&ALICE[1..]), Some(401)),
        (open().bearer(""), Some(401)),
        (open().header("authorization", ALICE), Some(401)),
        (alice().header("host", "evil.example"), Some(403)),
        (alice().header("origin", "http://evil.example"), Some(403)),
        (alice().header("origin", "null"), Some(403)),
        (alice().header("mcp-session-id", "made-up"), Some(404)),
        (alice().header("origin", "http://localhost:5173"), None),
        (alice(), None),
    ] {
        let mut person = person(&http, Client::modern().mute()).await;
        let talk = person.call("list_plans", json!({})).await;
        assert_eq!(talk.error(), status, "{}", talk.reply);
    }
}

/// Refuses a question, code or session of one principal from another principal.
#[tokio::test]
async fn whose_it_is() {
    let world = World::new().await;
    let served = serve(&world, Some(&format!("{ALICE}, {BOB}"))).await;
    let (alice, bob) = (to(&served, ALICE), to(&served, BOB));

    let mut own = person(&alice, Client::modern()).await;
    let call = own.start("apply_categories", diner_to_restaurants()).await;
    let question = own.question(&call).await;
    let mut other = person(&bob, Client::modern()).await;
    let call = other
        .request("tools/call", question.retry(&Answer::Yes))
        .await;
    assert_eq!(other.reply(&call).await["error"]["code"], -32602);

    let mut own = person(&alice, Client::modern().mute()).await;
    let talk = own.call("apply_categories", diner_to_restaurants()).await;
    let mut with_code = diner_to_restaurants();
    with_code["confirmation"] = talk.code().unwrap().into();
    let mut other = person(&bob, Client::modern().mute()).await;
    let talk = other.call("apply_categories", with_code).await;
    assert_eq!(talk.status(), Some("refused"), "{}", talk.reply);

    let mut own = person(&alice, Client::older()).await;
    assert_eq!(own.call("list_plans", json!({})).await.error(), None);
    let session = alice.session().unwrap();
    let stolen = bob.header("mcp-session-id", &session);
    let mut other = person(&stolen, Client::modern().mute()).await;
    assert_eq!(other.call("list_plans", json!({})).await.error(), Some(404));
    assert_eq!(world.category_of(known::DINER), None);
}

/// Makes a token if none is set, prints the token once, and accepts it.
#[tokio::test]
async fn a_token_of_its_own() {
    let world = World::new().await;
    let served = serve(&world, None).await;
    let token = served.said.split("Bearer ").nth(1).unwrap();
    let token = token.split_whitespace().next().unwrap();
    assert!(token.len() >= 43, "{}", served.said);
    assert_eq!(served.said.matches(token).count(), 1);
    let mut person = person(&to(&served, token), Client::modern()).await;
    let talk = person.call("list_plans", json!({})).await;
    assert_eq!(talk.error(), None, "{}", talk.reply);
}

async fn raw(served: &Served, request: &str) -> String {
    let mut stream = TcpStream::connect(&served.authority).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn health_and_what_is_too_large() {
    let world = World::new().await;
    let served = serve(&world, Some(ALICE)).await;
    let health = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    assert!(raw(&served, health).await.starts_with("HTTP/1.1 200"));
    // Send only one byte over the limit, so that the server reads the whole body before it
    // responds.
    let size = 4 * 1024 * 1024 + 1;
    let large = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {ALICE}\r\n\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         Content-Length: {size}\r\nConnection: close\r\n\r\n{}",
        "x".repeat(size)
    );
    let answer = raw(&served, &large).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(raw(&served, health).await.starts_with("HTTP/1.1 200"));
}

/// Ends on SIGTERM although a question is open, and writes nothing.
#[cfg(unix)]
#[tokio::test]
async fn it_ends_when_it_is_told_to() {
    let world = World::new().await;
    let mut served = serve(&world, Some(ALICE)).await;
    let mut own = person(&to(&served, ALICE), Client::older()).await;
    let call = own.start("apply_categories", diner_to_restaurants()).await;
    own.question(&call).await;
    let id = served.child.id().unwrap().to_string();
    std::process::Command::new("kill").arg(id).status().unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(20), served.child.wait()).await;
    assert!(ended.expect("it ends").unwrap().success());
    assert_eq!(world.category_of(known::DINER), None);
    assert_eq!(world.operations(), [""; 0]);
}

/// Refuses to start with one line that says what to do, and with exit code 1 or 2.
#[tokio::test]
async fn what_cannot_be_served() {
    let world = World::new().await;
    let served = serve(&world, Some(ALICE)).await;
    let port = served.authority.rsplit(':').next().unwrap();
    for (arguments, name, value, said, code) in [
        (
            vec!["http", "--port", port],
            "AVENIR_MCP_HTTP_TOKEN",
            ALICE,
            "choose another",
            1,
        ),
        (
            vec!["http"],
            "AVENIR_MCP_PORT",
            "70000",
            "AVENIR_MCP_PORT",
            2,
        ),
        (
            vec!["http"],
            "AVENIR_MCP_HOST",
            "example.org",
            "AVENIR_MCP_HOST",
            2,
        ),
        (
            vec!["http"],
            "AVENIR_MCP_HTTP_TOKEN",
            "short",
            "16 characters",
            2,
        ),
        (vec![], "AVENIR_MCP_HOURLY_LIMIT", "0", "greater than 0", 2),
        (vec![], "AVENIR_MCP_TRANSPORT", "sse", "stdio or http", 2),
        (vec![], "AVENIR_MCP_LOG_LEVEL", "loud", "debug, info", 2),
        (vec![], "AVENIR_MCP_LOG_FORMAT", "xml", "text or json", 2),
    ] {
        let mut command = world.command();
        command
            .args(arguments)
            .env(name, value)
            .stdin(Stdio::null());
        let output = command.output().await.unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(said), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert_eq!(output.stdout, b"");
    }
}

/// Starts over HTTP from avenir-mcp's environment variables alone.
#[tokio::test]
async fn the_environment_alone() {
    let world = World::new().await;
    let port = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().port().to_string()
    };
    let mut command = world.command();
    command
        .env("AVENIR_MCP_TRANSPORT", "http")
        .env("AVENIR_MCP_HOST", "127.0.0.1")
        .env("AVENIR_MCP_PORT", &port)
        .env("AVENIR_MCP_HTTP_TOKEN", ALICE)
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().unwrap();
    assert!(
        line.ends_with(&format!("http://127.0.0.1:{port}/mcp")),
        "{line}"
    );
    let http = Http::to(&format!("127.0.0.1:{port}"), "/mcp").bearer(ALICE);
    let mut person = person(&http, Client::modern()).await;
    let talk = person.call("list_plans", json!({})).await;
    let plans: &Value = &talk.reply["result"]["structuredContent"];
    assert!(plans.to_string().contains("Household"), "{plans}");
}
