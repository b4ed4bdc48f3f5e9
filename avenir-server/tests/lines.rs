//! Lines on stdio that no well-behaved client sends. Each request and each unreadable line gets
//! exactly one reply.

mod common;

use std::{
    process::{ExitStatus, Stdio},
    time::Duration,
};

use avenir_sandbox::{Fault, demo as known};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    process::Command,
};

use self::common::{
    World, diner_to_restaurants,
    session::{Client, Session, status, yes},
};

/// Sends some bytes and closes stdin. Returns the replies, the exit status and stderr.
async fn all_of(mut command: Command, sent: &[u8]) -> (Vec<Value>, ExitStatus, String) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(sent).await.unwrap();
    drop(stdin);
    let output = child.wait_with_output().await.unwrap();
    let replies = String::from_utf8(output.stdout).unwrap();
    let replies = replies
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let said = String::from_utf8(output.stderr).unwrap();
    (replies.collect(), output.status, said)
}

fn hello() -> String {
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
    });
    json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params}).to_string()
}

#[tokio::test]
async fn a_client_that_goes_before_it_begins_is_no_failure() {
    let world = World::new().await;
    let notification = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    for sent in [b"".as_slice(), b"\n", notification] {
        let (replies, ended, said) = all_of(world.command(), sent).await;
        assert!(ended.success(), "{said}");
        assert!(replies.is_empty(), "{replies:?}");
    }
}

#[tokio::test]
async fn what_comes_before_the_first_request_is_passed_over() {
    let world = World::new().await;
    let sent = format!(
        "{}\n{}\n{}",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        // The last line does not end with a line break.
        hello(),
    );
    let (replies, ended, said) = all_of(world.command(), sent.as_bytes()).await;
    assert!(ended.success(), "{said}");
    assert_eq!(replies.len(), 1);
    assert_eq!(replies[0]["id"], "hello");
    assert!(replies[0]["result"]["serverInfo"].is_object());
}

#[tokio::test]
async fn each_line_that_cannot_be_read_is_answered() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::mute()).await;
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{{"a":{}{}}}}}"#,
        "[".repeat(130),
        "]".repeat(130)
    );
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":"long","a":"{}"}}"#,
        "x".repeat(17 << 20)
    );
    for (line, id, code) in [
        ("hello", Value::Null, -32700),
        (
            r#"{"jsonrpc":"2.0","id":"huge","method":"ping","params":{"a":1e999}}"#,
            json!("huge"),
            -32700,
        ),
        (&deep, json!("deep"), -32700),
        (&long, json!("long"), -32600),
        ("[]", Value::Null, -32600),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            json!(1.5),
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#,
            json!(9_223_372_036_854_775_808_u64),
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"p","method":"tools/call","params":null}"#,
            json!("p"),
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"list_plans","arguments":[]}}"#,
            json!("a"),
            -32602,
        ),
        (&hello(), json!("hello"), -32600),
    ] {
        session.raw(line).await;
        let reply = session.next().await;
        let shown = &line[..line.len().min(80)];
        assert_eq!(reply["id"], id, "{shown}");
        assert_eq!(reply["error"]["code"], code, "{shown}: {reply}");
    }
    let plans = session
        .request("tools/call", json!({"name": "list_plans"}))
        .await;
    assert!(plans["result"]["structuredContent"].is_object(), "{plans}");
}

#[tokio::test]
async fn a_connection_without_initialize_stays_without() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let tools = session.request("tools/list", json!({})).await;
    assert!(tools["result"]["tools"].is_array());
    session.raw(&hello()).await;
    assert_eq!(session.next().await["error"]["code"], -32600);
    let tools = session.request("tools/list", json!({})).await;
    assert!(tools["result"]["tools"].is_array(), "it goes on");
}

/// Refuses an id that is in use, because a reply must not be taken for the reply to another call.
#[tokio::test]
async fn an_id_that_is_under_way_is_not_taken_twice() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let call = json!({"name": "apply_categories", "arguments": diner_to_restaurants()});
    let id = session.post("tools/call", call.clone()).await;
    let question = session.next().await;
    session
        .send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call}))
        .await;
    let twice = session.next().await;
    assert_eq!(
        (&twice["id"], &twice["error"]["code"]),
        (&json!(id), &json!(-32600))
    );
    session.answer(&question, yes()).await;
    let reply = session.next().await;
    assert_eq!(reply["id"], json!(id));
    assert_eq!(status(&reply), "applied");
    assert_eq!(world.operations(), ["applied"]);
}

/// Finishes a write after stdin is closed, with and without SIGTERM.
///
/// A client that ends closes stdin, waits for two seconds, and sends SIGTERM.
#[tokio::test]
async fn a_write_under_way_is_finished_when_the_client_goes() {
    for signals in [0, 1] {
        let world = World::new().await;
        let sandbox = world.sandbox.as_ref().unwrap();
        sandbox.inject(Fault::delay(Duration::from_millis(1_500)).on("PATCH", "/months/"));
        let mut session = Session::start(world.command(), Client::older()).await;
        let (from, to) = (known::GROCERIES, known::RESTAURANTS);
        let arguments = json!({
            "plan_id": known::PLAN, "month": "2026-09-01", "amount": 50,
            "from_category_id": from, "to_category_id": to,
        });
        session
            .post(
                "tools/call",
                json!({"name": "move_money", "arguments": arguments}),
            )
            .await;
        let question = session.next().await;
        session.answer(&question, yes()).await;
        let sent = || {
            sandbox
                .requests()
                .iter()
                .any(|request| request.method == "PATCH")
        };
        while !sent() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        session.hang_up();
        if signals > 0 {
            let pid = session.child.id().unwrap().to_string();
            let kill = Command::new("kill").args(["-TERM", &pid]).status().await;
            assert!(kill.unwrap().success());
        }
        assert!(session.child.wait().await.unwrap().success());
        assert_eq!(world.operations(), ["applied"], "after {signals} signals");
    }
}

/// Changes bytes in valid lines. A request or an unreadable message gets one reply, and any other
/// message does not get a reply.
#[tokio::test]
async fn mutated_lines_get_one_reply_each() {
    let rounds = if std::env::var_os("CONFIRM_LONG").is_some() {
        100_000
    } else {
        2_000
    };
    let world = World::without_limit().await;
    let mut child = world
        .command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    stdin
        .write_all(format!("{}\n", hello()).as_bytes())
        .await
        .unwrap();
    stdout.next_line().await.unwrap();
    let mut random = Random(std::env::var("SEED").map_or(7, |seed| seed.parse().unwrap()));
    let seeds = [
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"prompts/list","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_plans","arguments":{}}}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"avenir-mcp://guide"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
        r#"{"jsonrpc":"2.0","id":9,"result":{"action":"accept","content":{"value":true}}}"#,
    ];
    for round in 0..rounds {
        let mut line = seeds[random.below(seeds.len())].as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            random.mutate(&mut line);
        }
        line.retain(|byte| *byte != b'\n');
        let expected = usize::from(wants_a_reply(&line));
        let sentinel = format!("sentinel {round}");
        let ping = json!({"jsonrpc": "2.0", "id": sentinel, "method": "ping"});
        let shown = String::from_utf8_lossy(&line).into_owned();
        line.push(b'\n');
        line.extend(format!("{ping}\n").into_bytes());
        stdin.write_all(&line).await.unwrap();
        let (mut replies, mut pinged) = (0, false);
        while !pinged || replies < expected {
            let next = tokio::time::timeout(Duration::from_secs(60), stdout.next_line());
            let next = next
                .await
                .unwrap_or_else(|_| panic!("{replies} of {expected}: {shown}"));
            let reply: Value = serde_json::from_str(&next.unwrap().expect(&shown)).unwrap();
            if reply["id"] == sentinel.as_str() {
                pinged = true;
            } else {
                assert!(
                    reply["error"].is_object() || reply["result"].is_object(),
                    "{shown}"
                );
                replies += 1;
            }
        }
        assert_eq!(replies, expected, "{shown}");
    }
}

/// Returns whether JSON-RPC requires a reply to a line. This reader is independent of the server's.
fn wants_a_reply(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    if text.trim().is_empty() {
        return false;
    }
    let Ok(Value::Object(message)) = serde_json::from_str(&text) else {
        return true;
    };
    let is_notification = message.get("method").is_some_and(Value::is_string)
        && !message.contains_key("id")
        && message.get("jsonrpc") == Some(&json!("2.0"));
    let is_answer = !message.contains_key("method")
        && message.contains_key("id")
        && (message.contains_key("result") || message.contains_key("error"));
    !(is_notification || is_answer)
}

/// A stream of numbers that is the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn mutate(&mut self, line: &mut Vec<u8>) {
        if line.is_empty() {
            return;
        }
        let at = self.below(line.len());
        let byte = [0xe9, b'"', b'{', b'\\', b'0', b'n', b',', b']', 0x00, 0xff][self.below(10)];
        match self.below(4) {
            0 => line[at] = byte,
            1 => line.insert(at, byte),
            2 => drop(line.remove(at)),
            _ => line.truncate(at),
        }
    }
}

/// Accepts `initialize` from a client that first asked for a newer revision and then falls back.
#[tokio::test]
async fn a_revision_that_is_not_known_does_not_decide_how_a_connection_goes_on() {
    let world = World::new().await;
    let newer = Client {
        version: "2027-01-01",
        ..Client::modern()
    };
    let mut session = Session::start(world.command(), newer).await;
    let refused = session.request("tools/list", json!({})).await;
    assert_eq!(refused["error"]["code"], -32022, "{refused}");
    session.raw(&hello()).await;
    let begun = session.next().await;
    assert!(begun["result"]["serverInfo"].is_object(), "{begun}");
}

/// Refuses the id of a cancelled call, whose reply must not pass for the reply to a later call.
#[tokio::test]
async fn the_id_of_a_cancelled_call_is_not_taken_again() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let call = json!({"name": "apply_categories", "arguments": diner_to_restaurants()});
    let id = session.post("tools/call", call).await;
    let question = session.next().await;
    let cancelled = json!({"requestId": id});
    session
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled}))
        .await;
    session
        .send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"}))
        .await;
    let refused = loop {
        let message = session.next().await;
        // Skip the withdrawal of the question, which may come first.
        if message["method"] != "notifications/cancelled" {
            break message;
        }
        assert_eq!(message["params"]["requestId"], question["id"]);
    };
    assert_eq!(refused["id"], json!(id));
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
}
