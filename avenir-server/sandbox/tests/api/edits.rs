//! Changing transactions.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items, milli, text};
use avenir_sandbox::demo;

#[tokio::test]
async fn a_bulk_change_of_category_moves_activity() {
    let api = Api::start().await;
    let before = (
        activity(&api, demo::RESTAURANTS).await,
        activity(&api, demo::GROCERIES).await,
    );
    let uncategorized = activity(&api, demo::UNCATEGORIZED).await;
    let body = json!({"transactions": [
        {"id": demo::DINER, "category_id": demo::RESTAURANTS},
        {"id": demo::GREENGROCER, "category_id": demo::GROCERIES, "approved": true},
    ]});
    let answer = api.change(Method::PATCH, "/transactions", &body).await;
    assert_eq!(
        answer["transaction_ids"],
        json!([demo::DINER, demo::GREENGROCER])
    );
    let rows = items(&answer["transactions"]);
    assert_eq!(
        (&rows[0]["category_name"], &rows[1]["category_name"]),
        (&json!("Restaurants"), &json!("Groceries"))
    );
    assert_eq!(
        (&rows[0]["approved"], &rows[1]["approved"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(activity(&api, demo::RESTAURANTS).await - before.0, -23_400);
    assert_eq!(activity(&api, demo::GROCERIES).await - before.1, -41_850);
    assert_eq!(
        activity(&api, demo::UNCATEGORIZED).await - uncategorized,
        65_250
    );
    for row in rows {
        assert_eq!(&one(&api, text(&row["id"])).await, row, "read back");
    }
}

#[tokio::test]
async fn absent_fields_stay_unchanged() {
    let api = Api::start().await;
    let before = one(&api, demo::UNAPPROVED).await;
    let row = json!({"id": demo::UNAPPROVED, "memo": "milk", "amount": null, "date": null, "account_id": null});
    let after = patch(&api, row).await;
    let mut expected = before;
    expected["memo"] = json!("milk");
    assert_eq!(after, expected);
    let after = patch(
        &api,
        json!({"id": demo::UNAPPROVED, "memo": null, "flag_color": "red"}),
    )
    .await;
    assert_eq!(
        (&after["memo"], &after["flag_color"]),
        (&Value::Null, &json!("red"))
    );
    let after = patch(&api, json!({"id": demo::UNAPPROVED, "flag_color": ""})).await;
    assert_eq!(after["flag_color"], Value::Null);
    let put = json!({"transaction": {"cleared": "reconciled", "amount": -36_130}});
    let path = format!("/transactions/{}", demo::UNAPPROVED);
    let after = api.change(Method::PUT, &path, &put).await["transaction"].clone();
    assert_eq!(
        (&after["cleared"], milli(&after["amount"])),
        (&json!("reconciled"), -36_130)
    );
    assert_eq!(after["category_name"], "Groceries");
}

#[tokio::test]
async fn a_split_ignores_category_date_and_amount_and_refuses_lines() {
    let api = Api::start().await;
    let before = one(&api, demo::SPLIT).await;
    let row = json!({
        "id": demo::SPLIT, "category_id": demo::HOBBIES, "date": "2026-03-01", "amount": -1,
        "memo": "weekly shop",
    });
    let after = patch(&api, row).await;
    let mut expected = before;
    expected["memo"] = json!("weekly shop");
    assert_eq!(after, expected);
    let lines = json!([{"amount": milli(&after["amount"])}]);
    let body = json!({"transactions": [{"id": demo::SPLIT, "subtransactions": lines}]});
    let (status, error) = api.refused(Method::PATCH, "/transactions", &body).await;
    assert_eq!(status, 400);
    assert!(text(&error["detail"]).contains("cannot be updated on an existing split"));
}

#[tokio::test]
async fn categories_that_a_row_cannot_have_are_ignored() {
    let api = Api::start().await;
    for (id, category) in [
        (demo::DINER, demo::VISA_PAYMENT),
        (demo::DINER, demo::UNCATEGORIZED),
        (demo::UNAPPROVED, demo::VISA_PAYMENT),
        (demo::TRANSFER, demo::GROCERIES),
        (demo::OFF_BUDGET, demo::GROCERIES),
    ] {
        let before = one(&api, id).await;
        let after = patch(&api, json!({"id": id, "category_id": category})).await;
        assert_eq!(after, before);
    }
    let after = patch(&api, json!({"id": demo::UNAPPROVED, "category_id": null})).await;
    assert_eq!(
        (&after["category_id"], &after["category_name"]),
        (&Value::Null, &json!("Uncategorized"))
    );
}

#[tokio::test]
async fn the_type_filter_finds_waiting_rows() {
    let api = Api::start().await;
    let list = api.get("/transactions?type=uncategorized").await;
    let rows = items(&list["transactions"]);
    assert!(rows.len() >= 6);
    for row in rows {
        assert_eq!(
            (&row["category_id"], &row["category_name"]),
            (&Value::Null, &json!("Uncategorized"))
        );
    }
    patch(
        &api,
        json!({"id": demo::DINER, "category_id": demo::RESTAURANTS}),
    )
    .await;
    let after = api.get("/transactions?type=uncategorized").await;
    assert_eq!(items(&after["transactions"]).len(), rows.len() - 1);
    let list = api.get("/transactions?type=unapproved").await;
    assert!(
        items(&list["transactions"])
            .iter()
            .all(|row| row["approved"] == false)
    );
    let path = format!("/categories/{}/transactions", demo::UNCATEGORIZED);
    assert_eq!(
        items(&api.get(&path).await["transactions"]).len(),
        rows.len() - 1
    );
}

#[tokio::test]
async fn dates_bound_a_list_and_it_goes_back_a_year_by_default() {
    let api = Api::start().await;
    let list = api
        .get("/transactions?since_date=2026-02-10&until_date=2026-02-20")
        .await;
    let dates: Vec<&str> = items(&list["transactions"])
        .iter()
        .map(|row| text(&row["date"]))
        .collect();
    assert!(dates.is_sorted() && dates.len() > 5);
    assert!(
        dates
            .iter()
            .all(|date| ("2026-02-10"..="2026-02-20").contains(date))
    );
    let by_default = api.get("/transactions").await;
    assert!(text(&by_default["transactions"][0]["date"]) >= "2025-03-18");
    let all = api.get("/transactions?since_date=2000-01-01").await;
    assert!(text(&all["transactions"][0]["date"]) < "2024-12-01");
}

#[tokio::test]
async fn a_payee_is_found_by_name_or_created() {
    let api = Api::start().await;
    let count = items(&api.get("/payees").await["payees"]).len();
    let lidl = one(&api, demo::UNAPPROVED).await["payee_id"].clone();
    let after = patch(&api, json!({"id": demo::DINER, "payee_name": "Lidl"})).await;
    assert_eq!(after["payee_id"], lidl);
    let hostile = "Ev\u{202e}il\n\"<b>’";
    let after = patch(
        &api,
        json!({"id": demo::DINER, "payee_id": null, "payee_name": hostile}),
    )
    .await;
    assert_eq!(
        after["payee_name"], hostile,
        "text comes back as it was sent"
    );
    assert_eq!(items(&api.get("/payees").await["payees"]).len(), count + 1);
    let after = patch(
        &api,
        json!({"id": demo::DINER, "payee_id": lidl, "payee_name": "Other"}),
    )
    .await;
    assert_eq!(after["payee_name"], "Lidl", "the id wins");
    let after = patch(&api, json!({"id": demo::DINER, "payee_id": null})).await;
    assert_eq!(after["payee_name"], Value::Null);
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
