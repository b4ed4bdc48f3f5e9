//! Server knowledge and deltas.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items, milli, text};
use avenir_sandbox::demo;

#[tokio::test]
async fn knowledge_grows_with_each_change_and_only_then() {
    let api = Api::start().await;
    let start = knowledge(&api).await;
    api.get("").await;
    assert_eq!(knowledge(&api).await, start, "reading is no change");
    let changed = patch(&api, json!({"id": demo::DINER, "memo": "one"})).await;
    assert!(milli(&changed["server_knowledge"]) > start);
    let after = knowledge(&api).await;
    assert_eq!(milli(&changed["server_knowledge"]), after);
    patch(&api, json!({"id": demo::DINER, "memo": "one"})).await;
    assert_eq!(knowledge(&api).await, after, "the same again is no change");
    let body = json!({"transactions": [{"id": demo::DINER, "memo": "two"}, {"id": "nobody"}]});
    api.refused(Method::PATCH, "/transactions", &body).await;
    assert_eq!(knowledge(&api).await, after, "a refused change is none");
    let path = format!("/months/current/categories/{}", demo::GROCERIES);
    api.change(
        Method::PATCH,
        &path,
        &json!({"category": {"budgeted": 1_000}}),
    )
    .await;
    assert!(knowledge(&api).await > after);
}

#[tokio::test]
async fn a_delta_holds_only_changed_rows() {
    let api = Api::start().await;
    let start = knowledge(&api).await;
    nothing_since(&api, start).await;
    patch(
        &api,
        json!({"id": demo::DINER, "category_id": demo::RESTAURANTS}),
    )
    .await;
    assert_eq!(ids(&api, "transactions", start).await, [demo::DINER]);
    assert_eq!(
        ids(&api, "accounts", start).await,
        [""; 0],
        "no balance moved"
    );
    let delta = api
        .get(&format!("/categories?last_knowledge_of_server={start}"))
        .await;
    let mut changed: Vec<&str> = items(&delta["category_groups"])
        .iter()
        .flat_map(|group| items(&group["categories"]))
        .map(|category| text(&category["id"]))
        .collect();
    let mut expected = [demo::RESTAURANTS, demo::UNCATEGORIZED, demo::VISA_PAYMENT];
    changed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(changed, expected);
    let delta = api
        .get(&format!("/months?last_knowledge_of_server={start}"))
        .await;
    let months: Vec<&str> = items(&delta["months"])
        .iter()
        .map(|month| text(&month["month"]))
        .collect();
    assert_eq!(months, ["2026-04-01", "2026-03-01"]);
}

/// Checks three changes in a row. Plans share the numbers, so numbers are consecutive only from the
/// second change on.
#[tokio::test]
async fn each_change_is_in_the_delta_since_the_one_before() {
    let api = Api::start().await;
    for memo in ["one", "two", "three"] {
        let before = knowledge(&api).await;
        patch(&api, json!({"id": demo::DINER, "memo": memo})).await;
        assert_eq!(ids(&api, "transactions", before).await, [demo::DINER]);
        assert_eq!(
            ids(&api, "transactions", knowledge(&api).await).await,
            [""; 0]
        );
    }
}

#[tokio::test]
async fn deleted_rows_come_with_a_delta_only() {
    let api = Api::start().await;
    let start = knowledge(&api).await;
    let path = format!("/transactions/{}", demo::SPLIT);
    let deleted = api.change(Method::DELETE, &path, &json!({})).await;
    assert_eq!(deleted["transaction"]["deleted"], true);
    let delta = api
        .get(&format!("/transactions?last_knowledge_of_server={start}"))
        .await;
    let rows = items(&delta["transactions"]);
    assert_eq!(
        (rows.len(), &rows[0]["id"], &rows[0]["deleted"]),
        (1, &json!(demo::SPLIT), &json!(true))
    );
    assert_eq!(rows[0]["subtransactions"][0]["deleted"], true);
    let all = api.get("/transactions").await;
    assert!(
        items(&all["transactions"])
            .iter()
            .all(|row| row["id"] != demo::SPLIT)
    );
    let (status, _) = api
        .send(Method::GET, &format!("/plans/{}{path}", demo::PLAN), None)
        .await;
    assert_eq!(status, 404);
    let now = milli(&delta["server_knowledge"]);
    assert_eq!(ids(&api, "transactions", now).await, [""; 0]);
    let export = api.get(&format!("?last_knowledge_of_server={start}")).await;
    assert_eq!(export["plan"]["transactions"][0]["deleted"], true);
    assert_eq!(items(&export["plan"]["subtransactions"]).len(), 2);
}

#[tokio::test]
async fn a_new_payee_and_a_moved_amount_are_in_their_deltas() {
    let api = Api::start().await;
    let start = knowledge(&api).await;
    patch(
        &api,
        json!({"id": demo::DINER, "amount": -24_000, "payee_name": "Joe’s Other Diner"}),
    )
    .await;
    assert_eq!(ids(&api, "accounts", start).await, [demo::VISA_ACCOUNT]);
    let delta = api
        .get(&format!("/payees?last_knowledge_of_server={start}"))
        .await;
    assert_eq!(items(&delta["payees"]).len(), 1);
    assert_eq!(delta["payees"][0]["name"], "Joe’s Other Diner");
    let body = json!({"payee": {"name": "Joe"}});
    let path = format!("/payees/{}", text(&delta["payees"][0]["id"]));
    let renamed = api.change(Method::PATCH, &path, &body).await;
    nothing_since(&api, milli(&renamed["server_knowledge"])).await;
}

/// Applies the default window to deltas, as YNAB does, so that deltas lack edits of old rows.
#[tokio::test]
async fn the_default_window_cuts_deltas() {
    let api = Api::start().await;
    let all = api.get("/transactions?since_date=1990-01-01").await;
    let oldest = all["transactions"][10]["id"].clone();
    let start = knowledge(&api).await;
    patch(&api, json!({"id": oldest, "memo": "long ago"})).await;
    assert_eq!(ids(&api, "transactions", start).await, [""; 0]);
    let path = format!("/transactions?since_date=1990-01-01&last_knowledge_of_server={start}");
    assert_eq!(api.get(&path).await["transactions"][0]["id"], oldest);
}

/// Asserts that every list is empty after `since`.
async fn nothing_since(api: &Api, since: i64) {
    for list in ["accounts", "categories", "months", "payees", "transactions"] {
        let delta = api
            .get(&format!("/{list}?last_knowledge_of_server={since}"))
            .await;
        let key = if list == "categories" {
            "category_groups"
        } else {
            list
        };
        assert_eq!(delta[key], json!([]), "{list}");
    }
}

async fn knowledge(api: &Api) -> i64 {
    milli(&api.get("/accounts").await["server_knowledge"])
}

async fn ids(api: &Api, list: &str, since: i64) -> Vec<String> {
    let delta = api
        .get(&format!("/{list}?last_knowledge_of_server={since}"))
        .await;
    items(&delta[list])
        .iter()
        .map(|entity| text(&entity["id"]).to_owned())
        .collect()
}

async fn patch(api: &Api, row: Value) -> Value {
    api.change(
        Method::PATCH,
        "/transactions",
        &json!({"transactions": [row]}),
    )
    .await
}
