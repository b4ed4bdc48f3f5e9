//! The result of `tools/list`: small, equal for every client, and without tools that do not exist.

use std::collections::BTreeSet;

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

/// All tools that users of this kind of server know, including tools that do not exist here.
pub(crate) const KNOWN: [&str; 33] = [
    "apply_categories",
    "approve_transactions",
    "create_category",
    "create_transactions",
    "find_recurring_charges",
    "find_transactions",
    "flag_transactions",
    "forecast_balance",
    "get_age_of_money",
    "get_budget_vs_actual",
    "get_category_balances",
    "get_debt_payoff_plan",
    "get_monthly_summary",
    "get_net_worth_trend",
    "get_runway",
    "get_savings_rate",
    "get_spending_trends",
    "get_underfunded_targets",
    "import_transactions",
    "list_accounts",
    "list_category_groups",
    "list_payees",
    "list_plans",
    "list_scheduled_transactions",
    "move_money",
    "reconcile_account",
    "rename_payee",
    "set_category_budget",
    "set_category_target",
    "split_transaction",
    "suggest_categories",
    "undo_operation",
    "update_category",
];

/// The tools that only read.
pub(crate) const READS: [&str; 12] = [
    "find_transactions",
    "get_budget_vs_actual",
    "get_category_balances",
    "get_monthly_summary",
    "get_spending_trends",
    "get_underfunded_targets",
    "list_accounts",
    "list_category_groups",
    "list_payees",
    "list_plans",
    "list_scheduled_transactions",
    "suggest_categories",
];

/// Limits all tools to 60 kB and the tools that only read to 28 kB, because a model reads the list
/// before anything else.
#[tokio::test]
async fn it_is_small() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let tools = tools(&mut session).await;
    let all = json!(tools).to_string().len();
    let of_reads = tools
        .iter()
        .filter(|tool| READS.contains(&tool["name"].as_str().unwrap()))
        .map(|tool| tool.to_string().len());
    let of_reads: usize = of_reads.sum();
    println!(
        "tools/list: {} tools, {all} bytes; reads: {of_reads} bytes",
        tools.len()
    );
    assert!(all <= 60_000, "{all}");
    assert!(of_reads <= 28_000, "{of_reads}");
    for noise in [
        "$schema",
        "\"title\":\"Array",
        "\"format\":\"uint",
        "\"default\":null",
        "writeOnly",
    ] {
        assert!(!json!(tools).to_string().contains(noise), "{noise}");
    }
}

#[tokio::test]
async fn it_is_the_same_for_everybody() {
    let world = World::new().await;
    let mut first = Session::start(world.command(), Client::modern()).await;
    let expected = tools(&mut first).await;
    let names: Vec<&str> = names(&expected);
    assert!(names.is_sorted(), "{names:?}");
    for client in [Client::modern(), Client::older(), Client::mute()] {
        let mut session = Session::start(world.command(), client).await;
        assert_eq!(tools(&mut session).await, expected);
        assert_eq!(tools(&mut session).await, expected);
    }
    let mut only_reads = reader(&world).await;
    assert_eq!(self::names(&tools(&mut only_reads).await), READS);
}

/// Checks that each value has one type, words are an `enum` of strings, and no schema refers to
/// another. Converters in clients lose less plain schemas.
#[tokio::test]
async fn arguments_are_plain_for_every_converter() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    for tool in tools(&mut session).await {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert!(schema["properties"].is_object(), "{tool}");
        plain(schema, tool["name"].as_str().unwrap());
    }
}

fn plain(schema: &Value, at: &str) {
    const KNOWN: [&str; 10] = [
        "additionalProperties",
        "default",
        "description",
        "enum",
        "items",
        "maximum",
        "minimum",
        "properties",
        "required",
        "type",
    ];
    let strange = schema.as_object().unwrap().keys();
    let strange: Vec<&String> = strange.filter(|key| !KNOWN.contains(&&***key)).collect();
    assert_eq!(strange, [""; 0], "{at}: {schema}");
    let kind = schema["type"].as_str();
    let kind = kind.unwrap_or_else(|| panic!("{at} has not one type: {schema}"));
    if let Some(words) = schema.get("enum") {
        let words = words.as_array().unwrap();
        assert!(kind == "string" && !words.is_empty(), "{at}: {schema}");
        assert!(words.iter().all(Value::is_string), "{at}: {schema}");
    }
    assert_eq!(kind == "array", schema["items"].is_object(), "{at}");
    if kind == "array" {
        plain(&schema["items"], &format!("{at}[]"));
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        plain(inner, &format!("{at}.{name}"));
    }
}

/// Checks that each description is one line that says when to use the tool and names another tool.
/// The description of a `get_` tool states its rule, too.
#[tokio::test]
async fn every_description_leads_on() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    for tool in tools(&mut session).await {
        let text = tool["description"].as_str().unwrap();
        let other = mentioned(text).into_iter().any(|name| tool["name"] != name);
        assert!(other, "{tool}");
        assert!(!text.contains('\n') && text.contains("se it "), "{text}");
        if tool["name"].as_str().unwrap().starts_with("get_") {
            assert!(text.contains("Rule: "), "{text}");
        }
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }
}

/// Checks that descriptions, arguments and results name only tools that exist.
#[tokio::test]
async fn no_tool_is_named_that_is_not_there() {
    let world = World::new().await;
    let writer = Session::start(world.command(), Client::older()).await;
    for mut session in [reader(&world).await, writer] {
        let tools = tools(&mut session).await;
        let there: BTreeSet<&str> = names(&tools).into_iter().collect();
        let named = mentioned(&json!(tools).to_string());
        assert_eq!(named.difference(&there).count(), 0, "{named:?}");
        let suggests = tools
            .iter()
            .find(|tool| tool["name"] == "suggest_categories");
        let leads = suggests.unwrap()["description"].as_str().unwrap();
        assert_eq!(
            leads.contains("`apply_categories`"),
            there.contains("apply_categories"),
            "{leads}"
        );
    }
}

/// Checks each result against its schema, because clients refuse a result that does not match.
#[tokio::test]
async fn results_are_what_their_schemas_say() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let tools = tools(&mut session).await;
    for plan in [known::PLAN, known::YEN_PLAN, known::DINAR_PLAN] {
        for (tool, arguments) in readers(plan) {
            let result = read(&mut session, tool, arguments).await;
            let told = tools.iter().find(|told| told["name"] == tool).unwrap();
            fits(&told["outputSchema"], &result, tool);
        }
    }
}

/// Panics if a value does not match its schema or has a field that the schema does not name.
/// Supports only the keywords of JSON Schema that the server's schemas use.
fn fits(schema: &Value, value: &Value, at: &str) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is = |one: &Value| one == kind || (one == "number" && kind == "integer");
    let kinds = &schema["type"];
    let allowed = is(kinds) || kinds.as_array().is_some_and(|kinds| kinds.iter().any(is));
    assert!(allowed, "{at} is {value}, not {schema}");
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{at} is {value}");
    }
    if let Some(fields) = value.as_object() {
        for (name, value) in fields {
            let known = schema["properties"].get(name);
            fits(
                known.unwrap_or_else(|| panic!("{at}.{name}")),
                value,
                &format!("{at}.{name}"),
            );
        }
        for needed in schema["required"].as_array().into_iter().flatten() {
            assert!(
                fields.contains_key(needed.as_str().unwrap()),
                "{at}.{needed}"
            );
        }
    }
    for one in value.as_array().into_iter().flatten() {
        fits(&schema["items"], one, at);
    }
}

pub(crate) async fn tools(session: &mut Session) -> Vec<Value> {
    let listed = session.request("tools/list", json!({})).await;
    listed["result"]["tools"].as_array().unwrap().clone()
}

pub(crate) fn names(tools: &[Value]) -> Vec<&str> {
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

/// Returns the known tools that a text names.
pub(crate) fn mentioned(text: &str) -> BTreeSet<&'static str> {
    let words: BTreeSet<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .collect();
    KNOWN
        .into_iter()
        .filter(|name| words.contains(name))
        .collect()
}
