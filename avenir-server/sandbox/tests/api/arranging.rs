//! Making and renaming accounts, categories, groups and payees.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items, milli, spend, text};
use avenir_sandbox::demo;

#[tokio::test]
async fn an_account_starts_with_its_balance() {
    for (kind, on_budget, assignable) in [
        ("checking", true, 250_000),
        ("savings", true, 250_000),
        ("cash", true, 250_000),
        ("creditCard", true, 0),
        ("otherAsset", false, 0),
        ("otherLiability", false, 0),
    ] {
        let api = Api::start().await;
        let before = ready(&api).await;
        let body = json!({"account": {"name": "New", "type": kind, "balance": 250_000}});
        let answer = api.change(Method::POST, "/accounts", &body).await;
        let account = &answer["account"];
        assert_eq!(
            (&account["type"], &account["on_budget"]),
            (&json!(kind), &json!(on_budget))
        );
        assert_eq!(milli(&account["balance"]), 250_000);
        assert_eq!(milli(&account["cleared_balance"]), 250_000);
        assert_eq!(ready(&api).await - before, assignable, "{kind}");
        let payee = api
            .get(&format!("/payees/{}", text(&account["transfer_payee_id"])))
            .await;
        assert_eq!(payee["payee"]["name"], "Transfer : New");
        let rows = api
            .get(&format!("/accounts/{}/transactions", text(&account["id"])))
            .await;
        assert_eq!(rows["transactions"][0]["payee_name"], "Starting Balance");
        let groups = api.get("/categories").await;
        let cards = items(&groups["category_groups"])
            .iter()
            .find(|group| group["name"] == "Credit Card Payments")
            .unwrap();
        let has_payment = items(&cards["categories"])
            .iter()
            .any(|one| one["name"] == "New");
        assert_eq!(has_payment, kind == "creditCard");
    }
    let api = Api::start().await;
    for bad in [
        json!({"name": "A", "type": "mortgage", "balance": 0}),
        json!({"name": "", "type": "cash", "balance": 0}),
        json!({"name": "A", "type": "cash"}),
    ] {
        let refused = api
            .refused(Method::POST, "/accounts", &json!({"account": bad}))
            .await;
        assert_eq!(refused.0, 400);
    }
}

/// Funds the first account's spending first when two cards overspend one category.
#[tokio::test]
async fn the_first_of_two_cards_is_funded_first() {
    let api = Api::start().await;
    let body = json!({"account": {"name": "Second Card", "type": "creditCard", "balance": 0}});
    let card = api.change(Method::POST, "/accounts", &body).await["account"].clone();
    let has = balance(&api, demo::HOBBIES).await;
    let visa = balance(&api, demo::VISA_PAYMENT).await;
    spend(&api, text(&card["id"]), demo::HOBBIES, -has).await;
    spend(&api, demo::VISA_ACCOUNT, demo::HOBBIES, -40_000).await;
    assert_eq!(balance(&api, demo::HOBBIES).await, -40_000);
    assert_eq!(balance(&api, demo::VISA_PAYMENT).await - visa, 40_000);
    let groups = api.get("/categories").await;
    let second = items(&groups["category_groups"])
        .iter()
        .flat_map(|group| items(&group["categories"]))
        .find(|category| category["name"] == "Second Card")
        .unwrap();
    assert_eq!(milli(&second["balance"]), has - 40_000);
}

#[tokio::test]
async fn categories_and_groups_are_made_and_renamed() {
    let api = Api::start().await;
    let body = json!({"category_group": {"name": "Garden"}});
    let group = api.change(Method::POST, "/category_groups", &body).await["category_group"].clone();
    assert!(group.get("categories").is_none());
    let body = json!({"category": {"name": "Öl", "category_group_id": group["id"], "note": "n"}});
    let made = api.change(Method::POST, "/categories", &body).await["category"].clone();
    assert_eq!((&made["name"], &made["note"]), (&json!("Öl"), &json!("n")));
    assert_eq!(made["category_group_name"], "Garden");
    let path = format!("/categories/{}", text(&made["id"]));
    let body = json!({"category": {"name": "Oil", "budgeted": 50_000}});
    let renamed = api.change(Method::PATCH, &path, &body).await["category"].clone();
    assert_eq!(
        (&renamed["name"], &renamed["note"]),
        (&json!("Oil"), &json!("n"))
    );
    assert_eq!(renamed["budgeted"], 0, "ignored here, as on YNAB");
    let path = format!("/category_groups/{}", text(&group["id"]));
    let body = json!({"category_group": {"name": "Yard"}});
    let renamed = api.change(Method::PATCH, &path, &body).await;
    assert_eq!(renamed["category_group"]["name"], "Yard");
    let long = json!({"category_group": {"name": "x".repeat(51)}});
    assert_eq!(api.refused(Method::PATCH, &path, &long).await.0, 400);
}

#[tokio::test]
async fn internal_things_are_not_changed() {
    let api = Api::start().await;
    for (id, edit) in [
        (demo::INFLOW, json!({"name": "Mine"})),
        (demo::UNCATEGORIZED, json!({"note": "Mine"})),
        (demo::GROCERIES, json!({"category_group_id": demo::PLAN})),
        (demo::GROCERIES, json!({"name": ""})),
    ] {
        let body = json!({"category": edit});
        let path = format!("/categories/{id}");
        assert_eq!(
            api.refused(Method::PATCH, &path, &body).await.0,
            400,
            "{edit}"
        );
    }
    let inflow = api.get(&format!("/categories/{}", demo::INFLOW)).await["category"].clone();
    let path = format!("/category_groups/{}", text(&inflow["category_group_id"]));
    let body = json!({"category_group": {"name": "Mine"}});
    assert_eq!(api.refused(Method::PATCH, &path, &body).await.0, 400);
}

#[tokio::test]
async fn renaming_a_payee_reaches_its_transactions() {
    let api = Api::start().await;
    let row = api.get(&format!("/transactions/{}", demo::DINER)).await["transaction"].clone();
    let path = format!("/payees/{}", text(&row["payee_id"]));
    let body = json!({"payee": {"name": "Joe"}});
    let renamed = api.change(Method::PATCH, &path, &body).await;
    assert_eq!(renamed["payee"]["name"], "Joe");
    let row = api.get(&format!("/transactions/{}", demo::DINER)).await["transaction"].clone();
    assert_eq!(row["payee_name"], "Joe");
    let made = api.change(Method::POST, "/payees", &body).await["payee"].clone();
    assert_ne!(
        made["id"], renamed["payee"]["id"],
        "names need not be unique"
    );
    let account = api.get(&format!("/accounts/{}", demo::VISA_ACCOUNT)).await["account"].clone();
    let path = format!("/payees/{}", text(&account["transfer_payee_id"]));
    assert_eq!(api.refused(Method::PATCH, &path, &body).await.0, 400);
    let none: Value = json!({"payee": {"name": null}});
    assert_eq!(api.refused(Method::POST, "/payees", &none).await.0, 400);
}

async fn balance(api: &Api, category: &str) -> i64 {
    milli(&api.get(&format!("/categories/{category}")).await["category"]["balance"])
}

async fn ready(api: &Api) -> i64 {
    milli(&api.get("/months/current").await["month"]["to_be_budgeted"])
}
