//! The contents of the log: identifiers and counts, but nobody's text.

mod common;

use std::process::Stdio;

use avenir_sandbox::{CannedAnswer, Fault, Moment};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};

use self::common::{
    World, diner_to_restaurants,
    session::{Client, Session, status, yes},
};

async fn start(world: &World, format: &str) -> Session {
    let mut command = world.command();
    command
        .env("AVENIR_MCP_LOG_LEVEL", "debug")
        .env("AVENIR_MCP_LOG_FORMAT", format)
        .stderr(Stdio::piped());
    Session::start(command, Client::modern()).await
}

/// Closes the server's stdin and returns all of its stderr. Panics if stderr is empty.
async fn log(mut session: Session) -> String {
    session.hang_up();
    let mut stderr = session.child.stderr.take().unwrap();
    session.child.wait().await.unwrap();
    let mut log = String::new();
    stderr.read_to_string(&mut log).await.unwrap();
    assert!(!log.is_empty());
    log
}

#[tokio::test]
async fn the_log_holds_nobodys_text() {
    let world = World::new().await;
    let mut session = start(&world, "json").await;
    let asked = session.apply(diner_to_restaurants()).await;
    let state = &asked["result"]["requestState"];
    let done = session.retry(diner_to_restaurants(), yes(), state).await;
    assert_eq!(status(&done), "applied");
    let log = log(session).await;
    // Leave out the timestamps, because a timestamp may contain the digits of the amount.
    let mut said = String::new();
    for line in log.lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        assert!(line["timestamp"].take().is_string() && line["fields"]["message"].is_string());
        said += &line.to_string();
    }
    assert!(log.contains("\"outcome\":\"agreed\""), "{log}");
    for secret in ["Diner", "23.4", "Restaurants", &world.token, "Household"] {
        assert!(!said.contains(secret), "{secret}: {log}");
    }
}

/// Checks that the log contains neither a client's answer nor a text from YNAB.
#[tokio::test]
async fn what_others_say_is_not_logged() {
    for format in ["text", "json"] {
        let world = World::new().await;
        let sandbox = world.sandbox.as_ref().unwrap();
        let mut session = start(&world, format).await;
        let asked = session.apply(diner_to_restaurants()).await;
        let odd = json!({"action": "SECRET of Joe Diner"});
        session
            .retry(
                diner_to_restaurants(),
                odd,
                &asked["result"]["requestState"],
            )
            .await;

        // Lose the response to the write. Then refuse the re-read with an error text from YNAB.
        let asked = session.apply(diner_to_restaurants()).await;
        sandbox.inject(Fault::drop(Moment::After).on("PATCH", "/"));
        let state = &asked["result"]["requestState"];
        session.retry(diner_to_restaurants(), yes(), state).await;
        let first = log(session).await;
        assert!(first.contains("unknown action"), "{first}");
        world
            .journal()
            .execute("UPDATE operations SET state = 'intended'", [])
            .unwrap();
        world
            .journal()
            .execute("UPDATE steps SET state = 'intended'", [])
            .unwrap();
        let body = json!({"error": {"id": "400", "name": "n", "detail": "SECRET of Joe Diner"}});
        let refused = CannedAnswer::status(400).body(&body.to_string());
        sandbox.inject(Fault::answer(refused).on("GET", "/").times(50));
        let mut session = start(&world, format).await;
        let mut stderr = BufReader::new(session.child.stderr.take().unwrap()).lines();
        let mut second = String::new();
        while !second.contains("cannot be read") {
            second += &stderr.next_line().await.unwrap().unwrap();
        }
        assert!(second.contains("refused"), "{second}");
        for log in [first, second] {
            assert!(!log.contains("SECRET") && !log.contains("Joe"), "{log}");
        }
    }
}
