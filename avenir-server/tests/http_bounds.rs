//! Limits on the resources that strangers and other users hold over HTTP. A user with a token is
//! still served.

#![cfg(unix)]

mod common;

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    process::Command,
};

use self::common::{
    World,
    over_http::{self, Served},
};

const ALICE: &str = "alice-has-this-token";
const BOB: &str = "bob-has-another-token";

/// Starts the server with a limit of 256 open files, and with the tokens of Alice and Bob.
async fn serve_with_few_files(world: &World) -> Served {
    let mut command = Command::new("sh");
    let limited = r#"ulimit -n 256; exec "$0" "$@""#;
    command.args(["-c", limited, common::SERVER, "http"]);
    command
        .env_clear()
        .envs(world.environment())
        .env("AVENIR_MCP_HOURLY_LIMIT", "100000")
        .env("AVENIR_MCP_DEADLINE", "600")
        .kill_on_drop(true);
    over_http::serve(command, Some(&format!("{ALICE},{BOB}"))).await
}

fn post(token: &str, body: &str, more: &str) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: bearer {token}\r\n\
         Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{more}\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn modern(method: &str) -> (String, String) {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta}});
    let headers = format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n");
    (body.to_string(), headers)
}

/// Sends a request on its own connection and returns the response. Panics after 60 seconds.
async fn ask(served: &Served, request: &str) -> String {
    let mut stream = TcpStream::connect(&served.authority).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer));
    read.await
        .unwrap_or_else(|_| panic!("no answer to {request}"))
        .unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

async fn lists_tools(served: &Served, token: &str) {
    let (body, headers) = modern("tools/list");
    let answer = ask(served, &post(token, &body, &headers)).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("list_plans"), "{answer}");
}

#[tokio::test]
async fn silent_connections_of_strangers_give_way() {
    let world = World::new().await;
    let served = serve_with_few_files(&world).await;
    let mut silent = Vec::new();
    for _ in 0..1_100 {
        silent.push(TcpStream::connect(&served.authority).await.unwrap());
    }
    for half in silent.iter_mut().step_by(2) {
        _ = half.write_all(b"POST /mcp HTTP/1.1\r\nHost: localh").await;
    }
    lists_tools(&served, ALICE).await;
}

#[tokio::test]
async fn unfinished_bodies_hold_nobody_else() {
    let world = World::new().await;
    let served = serve_with_few_files(&world).await;
    let unfinished = post(BOB, &"x".repeat(100), "");
    let unfinished = &unfinished[..unfinished.len() - 50];
    let mut open = Vec::new();
    for _ in 0..260 {
        let mut stream = TcpStream::connect(&served.authority).await.unwrap();
        stream.write_all(unfinished.as_bytes()).await.unwrap();
        open.push(stream);
    }
    lists_tools(&served, ALICE).await;
}

#[tokio::test]
async fn a_half_sent_request_does_not_hold_the_end() {
    let world = World::new().await;
    let mut served = serve_with_few_files(&world).await;
    let mut half = TcpStream::connect(&served.authority).await.unwrap();
    half.write_all(b"POST /mcp HTTP/1.1\r\nHost: localh")
        .await
        .unwrap();
    let pid = served.child.id().unwrap().to_string();
    Command::new("kill")
        .args(["-TERM", &pid])
        .status()
        .await
        .unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(60), served.child.wait()).await;
    assert!(ended.expect("it ends").unwrap().success());
}

/// Keeps 64 sessions of each token. A session over the limit ends the oldest idle one.
#[tokio::test]
async fn sessions_of_one_token_are_bounded() {
    const KEPT: usize = 64;
    let world = World::new().await;
    let served = serve_with_few_files(&world).await;
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
    }});
    let mut sessions = Vec::new();
    for token in [BOB].into_iter().chain([ALICE; KEPT + 2]) {
        let answer = ask(&served, &post(token, &hello.to_string(), "")).await;
        let session = answer
            .lines()
            .find_map(|line| line.strip_prefix("mcp-session-id: "));
        sessions.push((token, session.expect(&answer).trim().to_owned()));
    }
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}).to_string();
    let mut alive = Vec::new();
    for (token, session) in &sessions {
        let headers = format!("Mcp-Session-Id: {session}\r\nMCP-Protocol-Version: 2025-11-25\r\n");
        let answer = ask(&served, &post(token, &list, &headers)).await;
        alive.push(answer.starts_with("HTTP/1.1 200"));
    }
    assert!(alive[0], "another token's session stays");
    assert_eq!(alive[1..3], [false, false], "the two oldest");
    assert!(alive[3..].iter().all(|alive| *alive), "{alive:?}");
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_an_error_of_json_rpc() {
    let world = World::new().await;
    let served = serve_with_few_files(&world).await;
    for (body, code, id) in [
        ("hello", -32700, Value::Null),
        ("", -32700, Value::Null),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","x":1e999}"#,
            -32700,
            json!(7),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#,
            -32600,
            json!(1.5),
        ),
        ("[]", -32600, Value::Null),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":null}"#,
            -32602,
            json!(7),
        ),
    ] {
        let answer = ask(&served, &post(ALICE, body, "")).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{body}: {answer}");
        let reply = answer.split("\r\n\r\n").nth(1).unwrap();
        let reply: Value = serde_json::from_str(reply).unwrap_or_else(|_| panic!("{answer}"));
        assert_eq!(
            (&reply["error"]["code"], &reply["id"]),
            (&json!(code), &id),
            "{body}"
        );
    }
}

/// Accepts the names of this machine on every address, and allowed names. Refuses other names.
#[tokio::test]
async fn hosts_that_are_let_in() {
    let world = World::new().await;
    for (arguments, host, is_in) in [
        (["--host", "0.0.0.0"], "127.0.0.1", true),
        (["--host", "0.0.0.0"], "localhost", true),
        (["--host", "0.0.0.0"], "evil.example", false),
        (["--allow-host", "budget.example"], "budget.example", true),
        (["--allow-host", "budget.example"], "localhost", true),
        (["--allow-host", "budget.example"], "evil.example", false),
    ] {
        let mut command = world.command();
        command.arg("http").args(arguments);
        let mut served = over_http::serve(command, Some(ALICE)).await;
        served.authority = served.authority.replace("0.0.0.0", "127.0.0.1");
        let (body, headers) = modern("tools/list");
        let request =
            post(ALICE, &body, &headers).replace("Host: localhost", &format!("Host: {host}"));
        let answer = ask(&served, &request).await;
        let status = if is_in {
            "HTTP/1.1 200"
        } else {
            "HTTP/1.1 403"
        };
        assert!(answer.starts_with(status), "{arguments:?} {host}: {answer}");
    }
}

/// Opens a session of a client that can be asked, and returns the session's headers.
async fn session(served: &Served, token: &str) -> String {
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "t", "version": "1"},
    }});
    let answer = ask(served, &post(token, &hello.to_string(), "")).await;
    let session = answer
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "));
    let session = session.expect(&answer).trim();
    format!("Mcp-Session-Id: {session}\r\nMCP-Protocol-Version: 2025-11-25\r\n")
}

/// Returns a call that waits for its user.
fn question(id: usize) -> String {
    let params = json!({"name": "apply_categories", "arguments": common::diner_to_restaurants()});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string()
}

/// Sends a request and returns the connection with the beginning of the response.
async fn begin(served: &Served, request: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(&served.authority).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut start = [0; 1_024];
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read(&mut start));
    let length = read
        .await
        .unwrap_or_else(|_| panic!("no answer to {request}"))
        .unwrap();
    let start = String::from_utf8_lossy(&start[..length]).into_owned();
    (stream, start)
}

#[tokio::test]
async fn open_answers_of_one_user_hold_nobody_else() {
    let world = World::without_limit().await;
    let served = serve_with_few_files(&world).await;
    let headers = session(&served, BOB).await;
    let (mut open, mut refused) = (Vec::new(), 0);
    for id in 0..140 {
        let (stream, start) = begin(&served, &post(BOB, &question(id), &headers)).await;
        if start.starts_with("HTTP/1.1 200") {
            open.push(stream);
        } else {
            assert!(start.starts_with("HTTP/1.1 503"), "{start}");
            refused += 1;
        }
    }
    assert_eq!((open.len(), refused), (128, 12));
    lists_tools(&served, ALICE).await;
}

#[tokio::test]
async fn an_id_of_a_session_that_is_under_way_is_not_taken_twice() {
    let world = World::new().await;
    let served = serve_with_few_files(&world).await;
    let headers = session(&served, BOB).await;
    let request = post(BOB, &question(7), &headers);
    let (first, start) = begin(&served, &request).await;
    assert!(start.starts_with("HTTP/1.1 200"), "{start}");
    let second = ask(&served, &request).await;
    assert!(second.starts_with("HTTP/1.1 400"), "{second}");
    assert!(
        second.contains("-32600") && second.contains("\"id\":7"),
        "{second}"
    );
    drop(first);
}
