//! Scheduled transactions.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, TODAY, items, milli, text};
use avenir_sandbox::{Date, Options, Sandbox, Store, demo};

const DETAIL: [&str; 19] = [
    "account_id",
    "account_name",
    "amount",
    "amount_currency",
    "amount_formatted",
    "category_id",
    "category_name",
    "date_first",
    "date_next",
    "deleted",
    "flag_color",
    "flag_name",
    "frequency",
    "id",
    "memo",
    "payee_id",
    "payee_name",
    "subtransactions",
    "transfer_account_id",
];

async fn post(api: &Api, row: Value) -> Value {
    let body = json!({"scheduled_transaction": row});
    api.change(Method::POST, "/scheduled_transactions", &body)
        .await["scheduled_transaction"]
        .clone()
}

fn path(row: &Value) -> String {
    format!("/scheduled_transactions/{}", text(&row["id"]))
}

#[tokio::test]
async fn schedules_are_created_read_changed_and_deleted() {
    let api = Api::start().await;
    let row = post(
        &api,
        json!({"account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-24", "amount": -3_000,
            "payee_name": "Gym", "category_id": demo::HOBBIES, "frequency": "everyOtherWeek",
            "memo": "m", "flag_color": "red"}),
    )
    .await;
    let mut keys: Vec<&str> = row
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    let mut expected = DETAIL;
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(
        (&row["date_first"], &row["date_next"]),
        (&json!("2026-03-24"), &json!("2026-03-24"))
    );
    assert_eq!(row["category_name"], "Hobbies");
    let one = api.get(&path(&row)).await;
    assert_eq!(one, json!({"scheduled_transaction": row}));
    let list = api.get("/scheduled_transactions").await;
    assert!(items(&list["scheduled_transactions"]).contains(&row));
    let start = milli(&list["server_knowledge"]);

    let body = json!({"scheduled_transaction": {"account_id": demo::VISA_ACCOUNT,
        "date": "2026-04-01", "amount": -4_000, "flag_color": ""}});
    let changed =
        api.change(Method::PUT, &path(&row), &body).await["scheduled_transaction"].clone();
    assert_eq!(
        (
            &changed["amount"],
            &changed["date_next"],
            &changed["flag_color"]
        ),
        (&json!(-4_000), &json!("2026-04-01"), &Value::Null)
    );
    for kept in ["frequency", "memo", "payee_id", "category_id"] {
        assert_eq!(changed[kept], row[kept], "{kept}");
    }
    let delta = format!("/scheduled_transactions?last_knowledge_of_server={start}");
    let told = api.get(&delta).await["scheduled_transactions"].clone();
    assert_eq!(told, json!([changed]));

    let deleted = api.change(Method::DELETE, &path(&row), &json!({})).await;
    assert_eq!(deleted["scheduled_transaction"]["deleted"], true);
    let told = api.get(&delta).await["scheduled_transactions"].clone();
    assert_eq!(told[0]["deleted"], true);
    let list = api.get("/scheduled_transactions").await;
    assert!(
        items(&list["scheduled_transactions"])
            .iter()
            .all(|one| one["id"] != row["id"])
    );
    let full = format!("/plans/{}{}", demo::PLAN, path(&row));
    for method in [Method::GET, Method::DELETE] {
        assert_eq!(api.send(method, &full, None).await.0, 404);
    }
}

#[tokio::test]
async fn broken_rules_are_named() {
    let api = Api::start().await;
    let good = json!({"account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-24", "amount": -1});
    for (field, value, words) in [
        ("date", json!("2026-03-18"), "in the future"),
        ("date", json!("2031-03-19"), "5 years"),
        ("date", json!("soon"), "must be a date"),
        ("date", Value::Null, "date is required"),
        ("account_id", Value::Null, "account_id is required"),
        ("account_id", json!(demo::PLAN), "account does not exist"),
        (
            "category_id",
            json!(demo::VISA_PAYMENT),
            "credit card payment",
        ),
        ("category_id", json!(demo::PLAN), "category does not exist"),
        ("frequency", json!("sometimes"), "frequency must be one of"),
        ("payee_name", json!("Transfer : Me"), "internal payee"),
        ("memo", json!("x".repeat(501)), "too long"),
        (
            "subtransactions",
            json!([{"amount": -1}]),
            "cannot be scheduled",
        ),
    ] {
        let mut row = good.clone();
        row[field] = value;
        let body = json!({"scheduled_transaction": row});
        let (status, error) = api
            .refused(Method::POST, "/scheduled_transactions", &body)
            .await;
        assert_eq!(status, 400);
        assert!(text(&error["detail"]).contains(words), "{field}: {error}");
    }
    let defaults = post(&api, good).await;
    assert_eq!(
        (
            &defaults["frequency"],
            &defaults["category_name"],
            &defaults["category_id"]
        ),
        (&json!("never"), &json!("Uncategorized"), &Value::Null)
    );
}

#[tokio::test]
async fn a_transfer_names_the_other_account() {
    let api = Api::start().await;
    let savings = format!("/accounts/{}", demo::SAVINGS_ACCOUNT);
    let payee = api.get(&savings).await["account"]["transfer_payee_id"].clone();
    let row = post(
        &api,
        json!({"account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-24", "amount": -1_000,
            "payee_id": payee, "category_id": demo::HOBBIES}),
    )
    .await;
    assert_eq!(row["transfer_account_id"], demo::SAVINGS_ACCOUNT);
    assert_eq!(row["category_id"], Value::Null);
    assert_eq!(row["category_name"], Value::Null);
}

#[tokio::test]
async fn the_demo_has_splits_and_the_export_has_them_flat() {
    let api = Api::start().await;
    let list = api.get("/scheduled_transactions").await;
    let split = items(&list["scheduled_transactions"])
        .iter()
        .find(|row| row["category_name"] == "Split")
        .unwrap();
    let sum: i64 = items(&split["subtransactions"])
        .iter()
        .map(|line| milli(&line["amount"]))
        .sum();
    assert_eq!(sum, milli(&split["amount"]));
    let plan = &api.get("").await["plan"];
    assert_eq!(
        items(&plan["scheduled_transactions"]).len(),
        items(&list["scheduled_transactions"]).len()
    );
    assert_eq!(items(&plan["scheduled_subtransactions"]).len(), 2);
    assert!(
        plan["scheduled_transactions"][0]
            .get("account_name")
            .is_none()
    );
}

/// Enters a due occurrence with the first request on its day or later, whatever the request.
#[tokio::test]
async fn due_occurrences_are_entered() {
    let folder = std::env::temp_dir().join(format!("avenir-due-{}.db", std::process::id()));
    let store = Store::File(folder.clone());
    let api = Api::open(&store, TODAY).await;
    let balance = async |api: &Api, account: &str| {
        let path = format!("/accounts/{account}");
        milli(&api.get(&path).await["account"]["balance"])
    };
    let once = post(
        &api,
        json!({"account_id": demo::CURRENT_ACCOUNT, "date": "2026-03-20", "amount": -7_000}),
    )
    .await;
    let before = balance(&api, demo::SAVINGS_ACCOUNT).await;
    let knowledge = milli(&api.get("/accounts").await["server_knowledge"]);
    api.running.shutdown().await;

    let later = Date::constant(2026, 5, 3);
    let options = Options::default().today(later).hourly_limit(None);
    drop(Sandbox::open(&store, options).unwrap());
    let api = Api::open(&store, later).await;
    let rent = api
        .get(&format!("/scheduled_transactions/{}", demo::SCHEDULED_RENT))
        .await;
    assert_eq!(rent["scheduled_transaction"]["date_next"], "2026-06-02");
    for month in ["04", "05"] {
        let id = format!("{}_2026-{month}-02", demo::SCHEDULED_RENT);
        let row = &api.get(&format!("/transactions/{id}")).await["transaction"];
        assert_eq!(
            (&row["amount"], &row["approved"], &row["category_name"]),
            (&json!(-1_250_000), &json!(false), &json!("Rent"))
        );
        // An entered row is read and changed like any other.
        let body = json!({"transactions": [{"id": id, "approved": true}]});
        api.change(Method::PATCH, "/transactions", &body).await;
    }
    assert_eq!(
        balance(&api, demo::SAVINGS_ACCOUNT).await,
        before + 800_000,
        "both sides"
    );
    let entered = format!("/transactions/{}_2026-03-20", text(&once["id"]));
    assert_eq!(api.get(&entered).await["transaction"]["amount"], -7_000);
    let delta = format!("/scheduled_transactions?last_knowledge_of_server={knowledge}");
    let delta = api.get(&delta).await;
    let gone = items(&delta["scheduled_transactions"])
        .iter()
        .find(|row| row["id"] == once["id"])
        .unwrap();
    assert_eq!(gone["deleted"], true);
    let split = api
        .get("/transactions?since_date=2026-03-26&until_date=2026-03-26")
        .await;
    let split = items(&split["transactions"])
        .iter()
        .find(|row| row["category_name"] == "Split")
        .unwrap();
    assert_eq!(items(&split["subtransactions"]).len(), 2);
    api.running.shutdown().await;
    for suffix in ["", "-wal", "-shm"] {
        let mut path = folder.clone().into_os_string();
        path.push(suffix);
        _ = std::fs::remove_file(path);
    }
}
