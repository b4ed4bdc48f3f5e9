//! The effect of assigning and spending on the months.

use reqwest::Method;
use serde_json::json;

use crate::harness::{Api, items, milli, overspend, spend};
use avenir_sandbox::demo;

#[tokio::test]
async fn assigning_moves_ready_to_assign_and_carries_over() {
    let api = Api::start().await;
    let before = api.get("/months/current").await["month"].clone();
    let path = format!("/months/current/categories/{}", demo::HOBBIES);
    let was = api.get(&path).await["category"].clone();
    for budgeted in [200_000, 150_000] {
        let body = json!({"category": {"budgeted": budgeted, "name": "ignored"}});
        let answer = api.change(Method::PATCH, &path, &body).await;
        let category = &answer["category"];
        assert_eq!(category["budgeted"], budgeted, "absolute, not added");
        assert_eq!(category["name"], "Hobbies");
        let moved = budgeted - milli(&was["budgeted"]);
        assert_eq!(milli(&category["balance"]), milli(&was["balance"]) + moved);
        let month = &api.get("/months/current").await["month"];
        assert_eq!(
            milli(&month["budgeted"]),
            milli(&before["budgeted"]) + moved
        );
        assert_eq!(
            milli(&month["to_be_budgeted"]),
            milli(&before["to_be_budgeted"]) - moved
        );
        let next = &api.get(&path.replace("current", "2026-04-01")).await["category"];
        assert_eq!(next["balance"], category["balance"]);
    }
    for internal in [demo::INFLOW, demo::UNCATEGORIZED] {
        let path = format!("/months/current/categories/{internal}");
        let body = json!({"category": {"budgeted": 1}});
        assert_eq!(api.refused(Method::PATCH, &path, &body).await.0, 400);
    }
    for bad in [
        json!({}),
        json!({"category": {}}),
        json!({"category": {"budgeted": "1"}}),
    ] {
        assert_eq!(api.refused(Method::PATCH, &path, &bad).await.0, 400);
    }
}

#[tokio::test]
async fn cash_overspending_cuts_next_month_only_and_card_overspending_never() {
    for (account, cut) in [(demo::CURRENT_ACCOUNT, true), (demo::VISA_ACCOUNT, false)] {
        let api = Api::start().await;
        let (now, next) = ready(&api).await;
        let missing = overspend(&api, account, demo::HOBBIES).await;
        let (now_after, next_after) = ready(&api).await;
        assert_eq!(now_after, now);
        assert_eq!(next - next_after, if cut { missing } else { 0 });
        let path = format!("/months/2026-04-01/categories/{}", demo::HOBBIES);
        assert_eq!(api.get(&path).await["category"]["balance"], 0);
    }
}

#[tokio::test]
async fn funded_card_spending_moves_money_to_the_payment_category() {
    let api = Api::start().await;
    let before = payment(&api).await;
    spend(&api, demo::VISA_ACCOUNT, demo::HOBBIES, 4_000).await;
    assert_eq!(payment(&api).await - before, -4_000, "a refund takes back");
    spend(&api, demo::VISA_ACCOUNT, demo::HOBBIES, -10_000).await;
    assert_eq!(payment(&api).await - before, 6_000);
    let missing = overspend(&api, demo::VISA_ACCOUNT, demo::RESTAURANTS).await;
    let funded = payment(&api).await - before - 6_000;
    let spent = overspend_amount(&api, demo::RESTAURANTS).await;
    assert_eq!(funded, spent - missing, "only what the category had");
    spend(&api, demo::CURRENT_ACCOUNT, demo::HOBBIES, -1_000).await;
    assert_eq!(
        payment(&api).await - before - 6_000,
        funded,
        "cash is no card spending"
    );
}

/// Returns the amount spent by the newest row of a category.
async fn overspend_amount(api: &Api, category: &str) -> i64 {
    let list = api
        .get(&format!("/categories/{category}/transactions"))
        .await;
    -milli(&items(&list["transactions"]).last().unwrap()["amount"])
}

async fn ready(api: &Api) -> (i64, i64) {
    let now = api.get("/months/current").await;
    let next = api.get("/months/2026-04-01").await;
    (
        milli(&now["month"]["to_be_budgeted"]),
        milli(&next["month"]["to_be_budgeted"]),
    )
}

async fn payment(api: &Api) -> i64 {
    let path = format!("/categories/{}", demo::VISA_PAYMENT);
    milli(&api.get(&path).await["category"]["balance"])
}
