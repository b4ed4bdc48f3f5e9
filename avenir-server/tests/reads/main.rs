//! Tests of everything that the server reads, through raw connections to the built server.

mod accuracy;
mod bad_input;
mod catalogue;
#[path = "../common/mod.rs"]
mod common;
mod demo_plans;
mod figures;
mod hostile;
mod kinds;
mod lists;
mod odd_rows;
mod pages;
mod progress;
mod prompts;
mod resources;
mod small;
mod suggestions;

use serde_json::{Value, json};

use self::common::{
    World,
    session::{Client, Session, error_text},
};

/// Starts a read-only server, with a client of an older protocol because its messages are plain.
async fn reader(world: &World) -> Session {
    let mut command = world.command();
    command.env_remove("AVENIR_MCP_WRITE");
    Session::start(command, Client::older()).await
}

/// Calls a tool and returns its structured result. Panics if the tool fails.
async fn read(session: &mut Session, tool: &str, arguments: Value) -> Value {
    let answer = call(session, tool, arguments).await;
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    let fields = answer["result"]["structuredContent"].clone();
    assert!(fields.is_object(), "{answer}");
    fields
}

/// Calls a tool that must refuse and returns the error. Panics unless the error is one readable
/// line of less than 600 characters.
async fn refused(session: &mut Session, tool: &str, arguments: Value) -> String {
    let answer = call(session, tool, arguments).await;
    let text = error_text(&answer).to_owned();
    assert!(!text.contains(['\n', '\r', '\u{202e}']), "{text}");
    assert!(text.chars().count() < 600, "{text}");
    text
}

async fn call(session: &mut Session, tool: &str, arguments: Value) -> Value {
    let call = json!({"name": tool, "arguments": arguments});
    session.request("tools/call", call).await
}

/// Returns some fields of each row, as JSON.
fn picked(rows: &Value, fields: &[&str]) -> Vec<String> {
    let rows = rows.as_array().unwrap_or_else(|| panic!("no rows: {rows}"));
    rows.iter()
        .map(|row| {
            let values: Vec<&Value> = fields.iter().map(|field| &row[field]).collect();
            json!(values).to_string()
        })
        .collect()
}
