//! Imports and the rows they are merged into.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items, milli, text};
use avenir_sandbox::demo;

async fn post(api: &Api, row: Value) -> Value {
    let mut row = row;
    row["account_id"] = json!(demo::CURRENT_ACCOUNT);
    api.change(Method::POST, "/transactions", &json!({"transaction": row}))
        .await["transaction"]
        .clone()
}

async fn balance(api: &Api) -> i64 {
    let path = format!("/accounts/{}", demo::CURRENT_ACCOUNT);
    milli(&api.get(&path).await["account"]["balance"])
}

#[tokio::test]
async fn an_import_is_merged_into_the_row_that_was_entered() {
    let api = Api::start().await;
    let entered = post(
        &api,
        json!({"date": "2026-03-05", "amount": -77_770, "payee_name": "Mine", "approved": true,
            "category_id": demo::HOBBIES, "memo": "mine"}),
    )
    .await;
    let before = balance(&api).await;
    let import = json!({"date": "2026-03-15", "amount": -77_770, "payee_name": "BANK TEXT 42",
        "cleared": "cleared", "import_id": "YNAB:-77770:2026-03-15:1"});
    let merged = post(&api, import.clone()).await;
    assert_eq!(balance(&api).await, before, "counted once");
    for field in ["id", "date", "payee_id", "category_id", "memo"] {
        assert_eq!(merged[field], entered[field], "{field}");
    }
    assert_eq!(merged["import_id"], import["import_id"]);
    assert_eq!(merged["import_payee_name"], "BANK TEXT 42");
    assert_eq!(
        (&merged["cleared"], &merged["approved"]),
        (&json!("cleared"), &json!(false))
    );
    assert_ne!(text(&merged["matched_transaction_id"]), text(&merged["id"]));
    // The import id is now used, and a merged row is not matched again.
    let (status, _) = api
        .refused(
            Method::POST,
            "/transactions",
            &json!({"transaction": {"account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-15",
                "amount": -77_770, "import_id": import["import_id"]}}),
        )
        .await;
    assert_eq!(status, 409);
    let other = post(
        &api,
        json!({"date": "2026-03-15", "amount": -77_770, "import_id": "another"}),
    )
    .await;
    assert_ne!(other["id"], entered["id"]);
    assert_eq!(balance(&api).await, before - 77_770);
}

#[tokio::test]
async fn the_nearest_equal_row_is_chosen() {
    let api = Api::start().await;
    let row = |date: &str, amount: i64| json!({"date": date, "amount": amount});
    let far = post(&api, row("2026-03-01", -55_510)).await;
    let near = post(&api, row("2026-03-08", -55_510)).await;
    for (date, amount) in [("2026-03-10", -55_520), ("2026-02-10", -55_510)] {
        let mut import = row(date, amount);
        import["import_id"] = json!(format!("{date}{amount}"));
        let made = post(&api, import).await;
        assert_eq!(
            made["matched_transaction_id"],
            Value::Null,
            "{date} {amount}"
        );
    }
    for expected in [&near, &far] {
        let mut import = row("2026-03-10", -55_510);
        import["import_id"] = json!(text(&expected["id"]));
        assert_eq!(post(&api, import).await["id"], expected["id"]);
    }
    let rows = api.get("/transactions?since_date=2026-02-01").await;
    let of_amount = |amount: i64| {
        let rows = items(&rows["transactions"]).iter();
        rows.filter(|row| row["amount"] == amount).count()
    };
    assert_eq!((of_amount(-55_510), of_amount(-55_520)), (3, 1));
}
