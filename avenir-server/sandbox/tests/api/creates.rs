//! Creating transactions and splitting them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items, milli, text};
use avenir_sandbox::demo;

#[tokio::test]
async fn an_import_id_is_used_once_in_an_account() {
    let api = Api::start().await;
    let row = |account: &str, import_id: &str| {
        json!({
            "account_id": account, "date": "2026-03-18", "amount": -1_000, "import_id": import_id,
        })
    };
    let first = json!({"transaction": row(demo::VISA_ACCOUNT, "a")});
    let created = api.change(Method::POST, "/transactions", &first).await;
    assert_eq!(created["transaction_ids"][0], created["transaction"]["id"]);
    let (status, error) = api.refused(Method::POST, "/transactions", &first).await;
    assert_eq!(
        (status, text(&error["id"]), text(&error["name"])),
        (409, "409", "conflict")
    );
    let many = json!({"transactions": [
        row(demo::VISA_ACCOUNT, "a"), row(demo::VISA_ACCOUNT, "b"), row(demo::VISA_ACCOUNT, "b"),
        row(demo::CURRENT_ACCOUNT, "a"),
    ]});
    let answer = api.change(Method::POST, "/transactions", &many).await;
    assert_eq!(answer["duplicate_import_ids"], json!(["a", "b"]));
    assert_eq!(items(&answer["transactions"]).len(), 2);
    let patched = patch(&api, json!({"import_id": "b", "memo": "found"})).await;
    assert_eq!(
        (&patched["memo"], &patched["import_id"]),
        (&json!("found"), &json!("b"))
    );
    let path = format!("/transactions/{}", text(&created["transaction"]["id"]));
    api.change(Method::DELETE, &path, &json!({})).await;
    api.change(Method::POST, "/transactions", &first).await;
}

#[tokio::test]
async fn a_new_transaction_has_defaults_and_required_fields() {
    let api = Api::start().await;
    let row = json!({"account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-18", "amount": -65_020});
    let created = api
        .change(Method::POST, "/transactions", &json!({"transaction": row}))
        .await;
    let created = &created["transaction"];
    assert_eq!(
        (
            &created["amount"],
            &created["cleared"],
            &created["approved"],
            &created["payee_id"]
        ),
        (
            &json!(-65_020),
            &json!("uncleared"),
            &json!(false),
            &Value::Null
        )
    );
    assert_eq!(created["amount_formatted"], "-€65.02");
    assert_eq!(created["amount_currency"], json!(-65.02));
    for field in ["account_id", "date", "amount"] {
        let mut row = row.clone();
        row.as_object_mut().unwrap().remove(field);
        let body = json!({"transactions": [row]});
        let (_, error) = api.refused(Method::POST, "/transactions", &body).await;
        assert_eq!(error["detail"], format!("{field} is required (index: 0)"));
    }
    assert_eq!(
        api.refused(Method::POST, "/transactions", &json!({}))
            .await
            .0,
        400
    );
}

#[tokio::test]
async fn a_row_before_the_first_month_brings_its_months() {
    let api = Api::start().await;
    let row = json!({"account_id": demo::CURRENT_ACCOUNT, "date": "2022-05-31", "amount": 1_000,
        "category_id": demo::INFLOW});
    let before = milli(&api.get("/months/current").await["month"]["to_be_budgeted"]);
    api.change(Method::POST, "/transactions", &json!({"transaction": row}))
        .await;
    assert_eq!(
        api.get("/months/2022-05-01").await["month"]["income"],
        1_000
    );
    assert_eq!(
        milli(&api.get("/months/current").await["month"]["to_be_budgeted"]),
        before + 1_000
    );
}

#[tokio::test]
async fn a_row_becomes_a_split_once() {
    let api = Api::start().await;
    let before = (
        activity(&api, demo::GROCERIES).await,
        activity(&api, demo::HOBBIES).await,
    );
    let row = json!({"id": demo::DINER, "category_id": null, "subtransactions": [
        {"amount": -20_000, "category_id": demo::GROCERIES, "payee_name": "Till 1"},
        {"amount": -3_400, "category_id": demo::HOBBIES, "memo": "a book"},
    ]});
    let after = patch(&api, row.clone()).await;
    assert_eq!(after["category_name"], "Split");
    let lines = items(&after["subtransactions"]);
    assert_eq!(
        (&lines[0]["payee_name"], &lines[1]["memo"]),
        (&json!("Till 1"), &json!("a book"))
    );
    assert_eq!(activity(&api, demo::GROCERIES).await - before.0, -20_000);
    assert_eq!(activity(&api, demo::HOBBIES).await - before.1, -3_400);
    let again = json!({"transactions": [row]});
    assert_eq!(
        api.refused(Method::PATCH, "/transactions", &again).await.0,
        400
    );
    for id in [demo::TRANSFER, demo::OFF_BUDGET] {
        let amount = milli(&one(&api, id).await["amount"]);
        let body = json!({"transactions": [{"id": id, "subtransactions": [{"amount": amount}]}]});
        assert_eq!(
            api.refused(Method::PATCH, "/transactions", &body).await.0,
            400
        );
    }
}

async fn one(api: &Api, id: &str) -> Value {
    api.get(&format!("/transactions/{id}")).await["transaction"].clone()
}

/// Changes one row through the bulk route.
async fn patch(api: &Api, row: Value) -> Value {
    let answer = api
        .change(
            Method::PATCH,
            "/transactions",
            &json!({"transactions": [row]}),
        )
        .await;
    answer["transactions"][0].clone()
}

async fn activity(api: &Api, category: &str) -> i64 {
    milli(&api.get(&format!("/categories/{category}")).await["category"]["activity"])
}
