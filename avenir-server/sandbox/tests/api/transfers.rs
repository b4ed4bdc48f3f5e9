//! Both sides of a transfer.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, milli, text};
use avenir_sandbox::demo;

#[tokio::test]
async fn a_transfer_has_two_sides_that_move_together() {
    let api = Api::start().await;
    let before = (
        balance(&api, demo::CURRENT_ACCOUNT).await,
        balance(&api, demo::SAVINGS_ACCOUNT).await,
    );
    let month = api.get("/months/current").await["month"].clone();
    let row = transfer(&api, demo::CURRENT_ACCOUNT, demo::SAVINGS_ACCOUNT, -7_000).await;
    assert_eq!(row["transfer_account_id"], demo::SAVINGS_ACCOUNT);
    assert_eq!(
        (&row["category_id"], &row["category_name"]),
        (&Value::Null, &Value::Null)
    );
    let other = one(&api, text(&row["transfer_transaction_id"])).await;
    assert_eq!(other["transfer_transaction_id"], row["id"]);
    assert_eq!(other["transfer_account_id"], demo::CURRENT_ACCOUNT);
    assert_eq!(
        (milli(&other["amount"]), &other["date"]),
        (7_000, &row["date"])
    );
    assert_eq!(
        balance(&api, demo::CURRENT_ACCOUNT).await - before.0,
        -7_000
    );
    assert_eq!(balance(&api, demo::SAVINGS_ACCOUNT).await - before.1, 7_000);
    let after = api.get("/months/current").await["month"].clone();
    assert_eq!(after["to_be_budgeted"], month["to_be_budgeted"]);
    assert_eq!(after["activity"], month["activity"]);

    let path = format!("/transactions/{}", text(&other["id"]));
    let change = json!({"transaction": {"amount": 9_000, "date": "2026-03-02"}});
    api.change(Method::PUT, &path, &change).await;
    let row = one(&api, text(&row["id"])).await;
    assert_eq!(
        (milli(&row["amount"]), &row["date"]),
        (-9_000, &json!("2026-03-02"))
    );

    let deleted = api.change(Method::DELETE, &path, &json!({})).await;
    assert_eq!(deleted["transaction"]["deleted"], true);
    assert_eq!(
        balance(&api, demo::CURRENT_ACCOUNT).await,
        before.0,
        "both sides go"
    );
    assert_eq!(balance(&api, demo::SAVINGS_ACCOUNT).await, before.1);
}

#[tokio::test]
async fn a_transfer_moves_to_another_account_or_ends() {
    let api = Api::start().await;
    let savings = balance(&api, demo::SAVINGS_ACCOUNT).await;
    let visa = balance(&api, demo::VISA_ACCOUNT).await;
    let row = transfer(&api, demo::CURRENT_ACCOUNT, demo::SAVINGS_ACCOUNT, -5_000).await;
    let path = format!("/transactions/{}", text(&row["id"]));
    let change = json!({"transaction": {"payee_id": payee(&api, demo::VISA_ACCOUNT).await}});
    api.change(Method::PUT, &path, &change).await;
    assert_eq!(balance(&api, demo::SAVINGS_ACCOUNT).await, savings);
    assert_eq!(balance(&api, demo::VISA_ACCOUNT).await - visa, 5_000);
    let change = json!({"transaction": {"payee_name": "Lidl"}});
    let row = api.change(Method::PUT, &path, &change).await["transaction"].clone();
    assert_eq!(
        (&row["transfer_account_id"], &row["category_name"]),
        (&Value::Null, &json!("Uncategorized"))
    );
    assert_eq!(balance(&api, demo::VISA_ACCOUNT).await, visa);
    let change = json!({"transaction": {"payee_id": payee(&api, demo::CURRENT_ACCOUNT).await}});
    assert_eq!(
        api.refused(Method::PUT, &path, &change).await.0,
        400,
        "to itself"
    );
}

#[tokio::test]
async fn a_card_payment_takes_from_the_payment_category() {
    let api = Api::start().await;
    let path = format!("/categories/{}", demo::VISA_PAYMENT);
    let before = milli(&api.get(&path).await["category"]["balance"]);
    transfer(&api, demo::CURRENT_ACCOUNT, demo::VISA_ACCOUNT, -12_000).await;
    assert_eq!(
        milli(&api.get(&path).await["category"]["balance"]) - before,
        -12_000
    );
}

#[tokio::test]
async fn a_payment_to_a_tracking_account_has_a_category_on_the_budget_side() {
    let api = Api::start().await;
    let path = format!("/categories/{}", demo::HOBBIES);
    let before = milli(&api.get(&path).await["category"]["balance"]);
    let row = json!({
        "account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-18", "amount": -3_000,
        "payee_id": payee(&api, demo::CAR_LOAN_ACCOUNT).await, "category_id": demo::HOBBIES,
    });
    let row = api
        .change(Method::POST, "/transactions", &json!({"transaction": row}))
        .await;
    let row = &row["transaction"];
    assert_eq!(row["category_id"], demo::HOBBIES);
    let other = one(&api, text(&row["transfer_transaction_id"])).await;
    assert_eq!(
        (&other["category_id"], &other["category_name"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        milli(&api.get(&path).await["category"]["balance"]) - before,
        -3_000
    );
}

#[tokio::test]
async fn a_line_of_a_split_can_be_a_transfer() {
    let api = Api::start().await;
    let cash = balance(&api, demo::SAVINGS_ACCOUNT).await;
    let row = json!({
        "account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-18", "amount": -30_000,
        "subtransactions": [
            {"amount": -20_000, "category_id": demo::GROCERIES},
            {"amount": -10_000, "payee_id": payee(&api, demo::SAVINGS_ACCOUNT).await},
        ],
    });
    let row = api
        .change(Method::POST, "/transactions", &json!({"transaction": row}))
        .await;
    let row = &row["transaction"];
    let line = &row["subtransactions"][1];
    assert_eq!(line["transfer_account_id"], demo::SAVINGS_ACCOUNT);
    assert_eq!(line["category_name"], Value::Null);
    let other = one(&api, text(&line["transfer_transaction_id"])).await;
    assert_eq!(
        (milli(&other["amount"]), &other["transfer_transaction_id"]),
        (10_000, &line["id"])
    );
    assert_eq!(balance(&api, demo::SAVINGS_ACCOUNT).await - cash, 10_000);
    let change = json!({"transaction": {"amount": 99, "memo": "kept"}});
    let path = format!("/transactions/{}", text(&other["id"]));
    let other = api.change(Method::PUT, &path, &change).await["transaction"].clone();
    assert_eq!(
        (milli(&other["amount"]), &other["memo"]),
        (10_000, &json!("kept"))
    );
    api.change(
        Method::DELETE,
        &format!("/transactions/{}", text(&row["id"])),
        &json!({}),
    )
    .await;
    assert_eq!(balance(&api, demo::SAVINGS_ACCOUNT).await, cash);
}

async fn transfer(api: &Api, from: &str, to: &str, amount: i64) -> Value {
    let row = json!({
        "account_id": from, "date": "2026-03-18", "amount": amount, "payee_id": payee(api, to).await,
    });
    let body = json!({"transaction": row});
    api.change(Method::POST, "/transactions", &body).await["transaction"].clone()
}

/// Returns the transfer payee of an account.
async fn payee(api: &Api, account: &str) -> Value {
    api.get(&format!("/accounts/{account}")).await["account"]["transfer_payee_id"].clone()
}

async fn balance(api: &Api, account: &str) -> i64 {
    milli(&api.get(&format!("/accounts/{account}")).await["account"]["balance"])
}

async fn one(api: &Api, id: &str) -> Value {
    api.get(&format!("/transactions/{id}")).await["transaction"].clone()
}

#[tokio::test]
async fn a_split_moves_with_its_lines_and_only_where_it_can_have_them() {
    let api = Api::start().await;
    let row = json!({
        "account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-18", "amount": -30_000,
        "subtransactions": [
            {"amount": -20_000, "category_id": demo::GROCERIES},
            {"amount": -10_000, "payee_id": payee(&api, demo::SAVINGS_ACCOUNT).await},
        ],
    });
    let row = api
        .change(Method::POST, "/transactions", &json!({"transaction": row}))
        .await;
    let row = &row["transaction"];
    let path = format!("/transactions/{}", text(&row["id"]));
    let to = |account: &str| json!({"transaction": {"account_id": account}});
    for account in [demo::CAR_LOAN_ACCOUNT, demo::SAVINGS_ACCOUNT] {
        assert_eq!(api.refused(Method::PUT, &path, &to(account)).await.0, 400);
    }
    api.change(Method::PUT, &path, &to(demo::VISA_ACCOUNT))
        .await;
    let other = text(&row["subtransactions"][1]["transfer_transaction_id"]);
    let other = one(&api, other).await;
    assert_eq!(other["transfer_account_id"], demo::VISA_ACCOUNT);
    assert_eq!(other["payee_id"], payee(&api, demo::VISA_ACCOUNT).await);
    let path = format!("/transactions/{}", text(&other["id"]));
    let stays = api
        .change(Method::PUT, &path, &to(demo::CURRENT_ACCOUNT))
        .await;
    assert_eq!(stays["transaction"]["account_id"], demo::SAVINGS_ACCOUNT);
}
