//! Arguments of a kind that the tool does not take.

use serde_json::{Value, json};

use super::{
    bad_input::of_plan,
    common::{World, session::Session},
    read, reader, refused,
};

/// Refuses an argument of another kind and does not convert it, such as "5" to 5 or true to 1.
#[tokio::test]
async fn numbers_out_of_range_or_of_another_kind() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let range = "from 1 to 200";
    for (tool, arguments, argument, what) in [
        ("list_payees", json!({"limit": "5"}), "limit", range),
        ("list_payees", json!({"limit": true}), "limit", range),
        ("list_payees", json!({"limit": 0}), "limit", range),
        ("list_payees", json!({"limit": 201}), "limit", range),
        ("list_payees", json!({"limit": -1}), "limit", range),
        ("list_payees", json!({"limit": 1.5}), "limit", range),
        ("list_payees", json!({"search": 5}), "search", "a string"),
        ("suggest_categories", json!({"limit": 1e30}), "limit", range),
        (
            "get_underfunded_targets",
            json!({"limit": 0}),
            "limit",
            range,
        ),
        (
            "get_spending_trends",
            json!({"months_count": 25}),
            "months_count",
            "from 1 to 24",
        ),
        (
            "get_spending_trends",
            json!({"months_count": "3"}),
            "months_count",
            "from 1 to 24",
        ),
    ] {
        refuses(&mut session, tool, &arguments, argument, what).await;
    }
}

#[tokio::test]
async fn words_lists_and_amounts_of_another_kind() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    for (tool, arguments, argument, what) in [
        (
            "get_category_balances",
            json!({"include_empty": 1}),
            "include_empty",
            "a boolean",
        ),
        (
            "get_category_balances",
            json!({"include_empty": "true"}),
            "include_empty",
            "a boolean",
        ),
        (
            "get_category_balances",
            json!({"month": 11}),
            "month",
            "a string",
        ),
        (
            "get_monthly_summary",
            json!({"mnth": "current"}),
            "mnth",
            "`month`",
        ),
        ("find_transactions", json!({}), "since_date", "missing"),
        (
            "find_transactions",
            with_date("amount", json!("86.40")),
            "amount",
            "number",
        ),
        (
            "find_transactions",
            with_date("amount", json!(true)),
            "amount",
            "number",
        ),
        (
            "find_transactions",
            with_date("amount", json!(1e20)),
            "amount",
            "15 significant",
        ),
        (
            "find_transactions",
            with_date("amount", json!(0.0001)),
            "amount",
            "nearest",
        ),
        (
            "find_transactions",
            with_date("account_ids", json!("a")),
            "account_ids",
            "a sequence",
        ),
        (
            "find_transactions",
            with_date("account_ids", json!([1])),
            "account_ids[0]",
            "a string",
        ),
        (
            "list_accounts",
            json!({"plan_id": 5}),
            "plan_id",
            "a string",
        ),
        (
            "list_accounts",
            json!({"plan_id": null}),
            "plan_id",
            "missing",
        ),
    ] {
        refuses(&mut session, tool, &arguments, argument, what).await;
    }
}

/// Treats null as an absent argument, and 2.0 as an integer.
#[tokio::test]
async fn nulls_and_whole_numbers() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    for (plain, other) in [
        (json!({"limit": 2}), json!({"limit": 2.0, "cursor": null})),
        (json!({}), json!({"limit": null, "search": null})),
    ] {
        let plain = read(&mut session, "list_payees", of_plan(&plain)).await;
        let other = read(&mut session, "list_payees", of_plan(&other)).await;
        assert_eq!(plain, other);
    }
}

async fn refuses(session: &mut Session, tool: &str, arguments: &Value, argument: &str, what: &str) {
    let text = refused(session, tool, of_plan(arguments)).await;
    let said = text.contains(argument) && text.contains(what);
    assert!(said, "{arguments}: {text}");
}

fn with_date(name: &str, value: Value) -> Value {
    let mut arguments = json!({"since_date": "2026-01-01"});
    arguments[name] = value;
    arguments
}
