//! Comparison of YNAB's response with the confirmed change.

use avenir_sandbox::{CannedAnswer, Fault, demo as known};
use serde_json::{Value, json};

use crate::{
    common::{World, session::status},
    facts::day,
    talk::{Route, Talk},
};

const NEW: &str = "681fc40e-6e52-45d2-90fa-36b1864d143f";

fn create() -> Value {
    let rows = json!([{"date": day(), "amount": -7, "payee_name": "Blue Kiosk",
        "category_id": known::RESTAURANTS, "memo": "paper"}]);
    json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT, "transactions": rows})
}

/// Returns the created row as YNAB would send it, with one field changed.
fn made(field: &str, value: Value) -> Value {
    let mut row = json!({"id": NEW, "date": day(), "amount": -7000, "payee_name": "Blue Kiosk",
        "category_id": known::RESTAURANTS, "memo": "paper", "flag_color": null,
        "account_id": known::CURRENT_ACCOUNT, "cleared": "cleared", "approved": false,
        "deleted": false, "subtransactions": []});
    row[field] = value;
    row
}

async fn answered(world: &World, row: Value) -> Value {
    let mut talk = Talk::new(world, Route::RoundTrip).await;
    let question = talk.ask("create_transactions", create()).await;
    let body = json!({"data": {"transaction_ids": [row["id"]], "transactions": [row]}});
    let answer = CannedAnswer::status(201).body(&body.to_string()).after();
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::answer(answer).on("POST", "/transactions"));
    talk.agree(&question).await
}

#[tokio::test]
async fn what_ynab_made_otherwise_is_said() {
    for (field, value) in [
        ("category_id", json!(known::GROCERIES)),
        ("category_id", Value::Null),
        ("payee_name", json!("Red Kiosk")),
        ("payee_name", Value::Null),
        ("memo", Value::Null),
        ("memo", json!("other")),
        ("cleared", json!("uncleared")),
        ("cleared", json!("reconciled")),
        ("approved", json!(true)),
        ("flag_color", json!("red")),
    ] {
        let world = World::new().await;
        let result = answered(&world, made(field, value)).await;
        assert_eq!(status(&result), "partial", "{field}: {result}");
        let content = &result["result"]["structuredContent"];
        let said = content["message"].as_str().unwrap();
        assert!(
            said.contains("differently from what was confirmed"),
            "{said}"
        );
        assert!(said.contains(&format!("{field} of {NEW}")), "{said}");
        assert_eq!(content["created_ids"], json!([NEW]));
        assert_eq!(world.operations(), ["partial"]);
    }
    // Send the row as it was confirmed.
    let world = World::new().await;
    let result = answered(&world, made("memo", json!("paper"))).await;
    assert_eq!(status(&result), "applied", "{result}");
}

/// Ignores a row with another account, date or amount, and a row that existed before. The server
/// then re-reads the plan to find the created row.
#[tokio::test]
async fn an_answer_about_another_row_counts_for_nothing() {
    for (field, value) in [
        ("account_id", json!(known::VISA_ACCOUNT)),
        ("date", json!("2020-01-01")),
        ("amount", json!(-8000)),
        ("id", json!(known::DINER)),
    ] {
        let world = World::new().await;
        let result = answered(&world, made(field, value)).await;
        assert_eq!(status(&result), "applied", "{field}: {result}");
        let ids = &result["result"]["structuredContent"]["created_ids"];
        let own = "SELECT id FROM transaction_rows WHERE payee_name = 'Blue Kiosk'";
        assert_eq!(*ids, json!([world.text(own, []).unwrap()]), "{field}");
    }
}
