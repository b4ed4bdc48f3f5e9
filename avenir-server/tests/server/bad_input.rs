//! Impossible changes, which are refused before anyone is asked. The error names the value and
//! where a right value comes from.

use std::process::Stdio;

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::common::{
    World, assign, diner_to_restaurants, server,
    session::{Client, Session, error_text, status},
};

#[tokio::test]
async fn assignments_that_cannot_be() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let (groceries, diner) = (known::GROCERIES, known::DINER);
    for (pairs, value, hint) in [
        (vec![("nowhere", groceries)], "nowhere", "find_transactions"),
        (
            vec![(diner, groceries), (diner, groceries)],
            diner,
            "assignments[0]",
        ),
        (vec![(diner, "nothing")], "nothing", "get_category_balances"),
        (vec![(diner, known::INFLOW)], known::INFLOW, "YNAB's own"),
        (
            vec![(diner, known::UNCATEGORIZED)],
            known::UNCATEGORIZED,
            "YNAB's own",
        ),
        (
            vec![(diner, known::VISA_PAYMENT)],
            known::VISA_PAYMENT,
            "credit card",
        ),
        (
            vec![(diner, known::HIDDEN_CATEGORY)],
            known::HIDDEN_CATEGORY,
            "hidden",
        ),
        (vec![(known::SPLIT, groceries)], known::SPLIT, "split"),
        (
            vec![(known::TRANSFER, groceries)],
            known::TRANSFER,
            "transfer",
        ),
        (
            vec![(known::OFF_BUDGET, groceries)],
            known::OFF_BUDGET,
            "tracking account",
        ),
        // The same refusal for several rows, which are read from the list.
        (
            vec![
                (diner, groceries),
                (known::GREENGROCER, groceries),
                (known::HEBREW_PAYEE, groceries),
                (known::ARABIC_PAYEE, groceries),
                ("nowhere", groceries),
            ],
            "nowhere",
            "assignments[4]",
        ),
    ] {
        let refused = session.apply(assign(&pairs)).await;
        let text = error_text(&refused);
        assert!(text.contains(value) && text.contains(hint), "{text}");
    }
    assert_eq!(world.operations(), [""; 0]);
}

#[tokio::test]
async fn every_problem_of_a_call_is_named() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let refused = session
        .apply(assign(&[
            ("nowhere", "nothing"),
            (known::SPLIT, known::INFLOW),
        ]))
        .await;
    let text = error_text(&refused);
    for part in [
        "assignments[0]",
        "nowhere",
        "nothing",
        "assignments[1]",
        "split",
        "YNAB's own",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[tokio::test]
async fn arguments_that_are_none() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let with = |name: &str, value: Value| {
        let mut arguments = diner_to_restaurants();
        arguments[name] = value;
        arguments
    };
    for (arguments, value) in [
        (with("confirm", json!(true)), "confirm"),
        (with("confirmed", json!(true)), "confirmed"),
        (with("force", json!(true)), "force"),
        (with("plan_id", json!("no-such-plan")), "no-such-plan"),
        (with("plan_id", json!(5)), "expected a string"),
        (with("assignments", json!([])), "assignments"),
        (
            with("assignments", json!([{"transaction_id": "a"}])),
            "category_id",
        ),
        (
            with(
                "assignments",
                json!([{"transaction_id": "a", "category_id": "b", "yes": 1}]),
            ),
            "yes",
        ),
    ] {
        let refused = session.apply(arguments).await;
        let text = error_text(&refused);
        assert!(text.contains(value), "{value}: {text}");
    }
}

#[tokio::test]
async fn nothing_to_change_asks_nobody() {
    let world = World::new().await;
    for client in [Client::modern(), Client::older(), Client::mute()] {
        let mut session = Session::start(world.command(), client).await;
        let same = session
            .apply(assign(&[(known::REFUND, &category(&world, known::REFUND))]))
            .await;
        assert_eq!(status(&same), "nothing_to_do");
    }
    assert_eq!(world.operations(), [""; 0]);
}

fn category(world: &World, transaction: &str) -> String {
    world.category_of(transaction).unwrap()
}

#[tokio::test]
async fn an_empty_code_is_no_code() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::mute()).await;
    for (nothing, expected) in [
        (json!(""), "confirmation_required"),
        (json!(null), "confirmation_required"),
        (json!(7), "refused"),
        (json!(true), "refused"),
    ] {
        let mut arguments = diner_to_restaurants();
        arguments["confirmation"] = nothing.clone();
        assert_eq!(
            status(&session.apply(arguments).await),
            expected,
            "{nothing}"
        );
    }
}

#[tokio::test]
async fn ynab_is_down() {
    let mut world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let asked = session.apply(diner_to_restaurants()).await;
    world.sandbox.take().unwrap().shutdown().await;
    let state = &asked["result"]["requestState"];
    let failed = session
        .retry(diner_to_restaurants(), crate::common::session::yes(), state)
        .await;
    assert!(
        error_text(&failed).contains("cannot be reached"),
        "{failed}"
    );
    assert_eq!(world.operations(), [""; 0]);
}

#[tokio::test]
async fn without_write_there_is_no_write_tool() {
    let world = World::new().await;
    for (value, expected) in [("0", false), ("false", false), ("1", true), ("true", true)] {
        let mut command = world.command();
        command.env("AVENIR_MCP_WRITE", value);
        let mut session = Session::start(command, Client::modern()).await;
        let listed = session.request("tools/list", json!({})).await;
        let tools = listed["result"]["tools"].as_array().unwrap();
        let has = tools.iter().any(|tool| tool["name"] == "apply_categories");
        assert_eq!(has, expected, "{value}");
    }
    let mut command = world.command();
    command.env_remove("AVENIR_MCP_WRITE");
    let mut session = Session::start(command, Client::modern()).await;
    let answer = session.apply(diner_to_restaurants()).await;
    assert_eq!(answer["error"]["code"], -32602);
}

/// Checks that a tool that only reads has `readOnlyHint`, and a tool that asks has
/// `destructiveHint`. With that hint, a client that cannot ask for the server shows its own
/// dialog.
#[tokio::test]
async fn hints_follow_from_the_tier() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let listed = session.request("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.len() >= 26);
    let automatic = ["approve_transactions", "import_transactions"];
    for tool in tools {
        let hints = &tool["annotations"];
        let asks = tool["inputSchema"]["properties"]["confirmation"].is_object();
        let writes = asks || automatic.iter().any(|name| tool["name"] == *name);
        assert_eq!(hints["readOnlyHint"], !writes, "{tool}");
        assert_eq!(hints["destructiveHint"] == true, asks, "{tool}");
        assert!(hints["title"].is_string(), "{tool}");
    }
}

/// Refuses to start with one clear line on stderr, exit code 2, and nothing on stdout.
#[tokio::test]
async fn a_start_that_cannot_be() {
    for (name, value, part) in [
        ("YNAB_API_KEY", "", "--demo"),
        ("AVENIR_MCP_WRITE", "maybe", "AVENIR_MCP_WRITE"),
        (
            "AVENIR_MCP_REQUIRE_ELICITATION",
            "2",
            "AVENIR_MCP_REQUIRE_ELICITATION",
        ),
        ("AVENIR_MCP_YNAB_URL", "http://example.org/v1", "https"),
        (
            "AVENIR_MCP_JOURNAL",
            "/dev/null/journal.db",
            "AVENIR_MCP_JOURNAL",
        ),
    ] {
        let output = server()
            .env("YNAB_API_KEY", "token")
            .env(name, value)
            .stdin(Stdio::piped())
            .output()
            .await
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}={value}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(part), "{stderr}");
        assert!(output.stdout.is_empty());
    }
}

/// Refuses the journal of avenir-mcp in one line and leaves the file unchanged.
#[tokio::test]
async fn a_journal_of_another_make() {
    let world = World::new().await;
    let line = "{\"operation_id\": \"a\", \"plan_id\": \"b\", \"kind\": \"move\"}\n";
    std::fs::write(world.journal_path(), line).unwrap();
    let output = world.command().stdin(Stdio::null()).output().await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("avenir-mcp") && said.contains("another file"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(world.journal_path()).unwrap(), line);
}
