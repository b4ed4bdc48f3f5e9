//! Every amount is computed from the rows: see [`crate::laws`].

use crate::harness::{Api, items, milli, overspend, text};
use crate::laws;
use avenir_sandbox::demo;

#[tokio::test]
async fn account_balance_is_the_sum_of_its_rows() {
    laws::account_balance_is_the_sum_of_its_rows(&Api::start().await).await;
}

#[tokio::test]
async fn activity_is_the_sum_of_rows_and_lines() {
    let api = Api::start().await;
    laws::activity_is_the_sum_of_rows_and_lines(&api, &laws::months(&api).await).await;
}

#[tokio::test]
async fn balance_is_carried_plus_budgeted_plus_activity() {
    let api = overspent().await;
    let below_zero =
        laws::balance_is_carried_plus_budgeted_plus_activity(&laws::months(&api).await);
    assert!(below_zero >= 3, "overspending must be among the cases");
}

#[tokio::test]
async fn ready_to_assign_is_income_less_assigned_less_cash_overspending() {
    let api = overspent().await;
    let months = laws::months(&api).await;
    laws::ready_to_assign_is_income_less_assigned_less_cash_overspending(&api, &months).await;
}

#[tokio::test]
async fn no_money_is_made_or_lost() {
    laws::no_money_is_made_or_lost(&overspent().await).await;
}

#[tokio::test]
async fn a_month_by_itself_says_what_the_export_says() {
    let api = overspent().await;
    for month in laws::months(&api).await {
        let path = format!("/months/{}", text(&month["month"]));
        let alone = api.get(&path).await["month"].clone();
        assert_eq!(alone["to_be_budgeted"], month["to_be_budgeted"]);
        let pairs = items(&alone["categories"]).iter();
        for (one, other) in pairs.zip(items(&month["categories"])) {
            for amount in ["budgeted", "activity", "balance"] {
                assert_eq!(milli(&one[amount]), milli(&other[amount]), "{one}");
            }
        }
    }
}

/// Starts a sandbox with one category overspent by cash and one overspent by card.
async fn overspent() -> Api {
    let api = Api::start().await;
    overspend(&api, demo::CURRENT_ACCOUNT, demo::HOBBIES).await;
    overspend(&api, demo::VISA_ACCOUNT, demo::TRANSPORT).await;
    api
}
