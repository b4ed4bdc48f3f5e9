//! Progress notifications for clients that ask for them.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use super::{
    common::{
        World,
        session::{Client, Session},
    },
    hostile::readers,
    read, reader,
};

/// Reports each of five requests. `last-used` is resolved first, because all reads must be about
/// one plan.
#[tokio::test]
async fn every_request_of_a_longer_call_is_told() {
    let world = World::new().await;
    for client in [Client::older(), Client::modern()] {
        let mut session = Session::start(world.command(), client).await;
        for tool in ["suggest_categories", "get_spending_trends"] {
            let (told, answer) = call(&mut session, tool, json!({"plan_id": "last-used"})).await;
            assert!(
                answer["result"]["structuredContent"].is_object(),
                "{answer}"
            );
            let steps: Vec<(f64, f64)> = told
                .iter()
                .map(|said| {
                    assert_eq!(said["progressToken"], "ours");
                    assert!(said["message"].is_string(), "{said}");
                    (
                        said["progress"].as_f64().unwrap(),
                        said["total"].as_f64().unwrap(),
                    )
                })
                .collect();
            let done: Vec<f64> = steps.iter().map(|(done, _)| *done).collect();
            assert_eq!(done, [1.0, 2.0, 3.0, 4.0, 5.0], "{tool}");
            assert_eq!(steps[4], (5.0, 5.0));
            assert!(steps.iter().all(|(done, total)| done <= total));
        }
    }
}

#[tokio::test]
async fn nobody_hears_of_one_request_or_without_a_token() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let (told, _) = call(
        &mut session,
        "list_accounts",
        json!({"plan_id": known::PLAN}),
    )
    .await;
    assert_eq!(told, [Value::Null; 0]);
    let plain = json!({"name": "list_payees", "arguments": {"plan_id": known::PLAN}});
    let id = session.post("tools/call", plain).await;
    assert_eq!(session.next().await["id"], id);
}

/// Counts the requests of each tool, because YNAB allows only 200 requests an hour.
#[tokio::test]
async fn a_call_makes_no_more_requests_than_it_needs() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    for (tool, arguments) in readers(known::PLAN) {
        let expected = match tool {
            "suggest_categories" | "get_spending_trends" => 3,
            "list_payees" => 2,
            _ => 1,
        };
        sandbox.forget_requests();
        read(&mut session, tool, arguments).await;
        assert_eq!(sandbox.requests().len(), expected, "{tool}");
    }
    let mut filtered = json!({"plan_id": known::PLAN, "since_date": "2026-01-01"});
    for (name, ids, expected) in [
        ("account_ids", [known::VISA_ACCOUNT], 2),
        ("category_ids", [known::GROCERIES], 3),
    ] {
        filtered[name] = json!(ids);
        sandbox.forget_requests();
        read(&mut session, "find_transactions", filtered.clone()).await;
        assert_eq!(sandbox.requests().len(), expected, "{name}");
    }
}

/// Calls a tool with a progress token. Returns the progress notifications and the response.
async fn call(session: &mut Session, tool: &str, arguments: Value) -> (Vec<Value>, Value) {
    let mut meta = json!({"progressToken": "ours"});
    if session.client.version >= "2026-07-28" {
        meta["io.modelcontextprotocol/protocolVersion"] = json!(session.client.version);
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    session
        .send(&json!({"jsonrpc": "2.0", "id": tool, "method": "tools/call", "params": params}))
        .await;
    let mut told = Vec::new();
    loop {
        let message = session.next().await;
        if message["id"] == tool {
            return (told, message);
        }
        assert_eq!(message["method"], "notifications/progress", "{message}");
        told.push(message["params"].clone());
    }
}
