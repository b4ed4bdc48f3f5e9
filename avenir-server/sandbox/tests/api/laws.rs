//! Laws that the amounts of every plan obey after any write.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::{Api, items, milli, text};
use avenir_sandbox::demo;

const ALL: &str = "/transactions?since_date=1990-01-01";

pub(crate) async fn account_balance_is_the_sum_of_its_rows(api: &Api) {
    let rows = api.get(ALL).await;
    for account in items(&api.get("/accounts").await["accounts"]) {
        let own = || {
            items(&rows["transactions"])
                .iter()
                .filter(|row| row["account_id"] == account["id"])
        };
        let sum: i64 = own().map(|row| milli(&row["amount"])).sum();
        let uncleared = own().filter(|row| row["cleared"] == "uncleared");
        let uncleared: i64 = uncleared.map(|row| milli(&row["amount"])).sum();
        assert_eq!(milli(&account["balance"]), sum, "{}", account["name"]);
        assert_eq!(milli(&account["uncleared_balance"]), uncleared);
        assert_eq!(milli(&account["cleared_balance"]), sum - uncleared);
    }
}

pub(crate) async fn activity_is_the_sum_of_rows_and_lines(api: &Api, months: &[Value]) {
    let rows = api.get(ALL).await;
    let mut sums: BTreeMap<(String, String), i64> = BTreeMap::new();
    for row in items(&rows["transactions"]) {
        let month = format!("{}-01", &text(&row["date"])[..7]);
        let lines = items(&row["subtransactions"]);
        for part in if lines.is_empty() {
            std::slice::from_ref(row)
        } else {
            lines
        } {
            if let Some(category) = part["category_id"].as_str() {
                *sums
                    .entry((category.to_owned(), month.clone()))
                    .or_default() += milli(&part["amount"]);
            } else if part["category_name"] == "Uncategorized" {
                *sums
                    .entry((demo::UNCATEGORIZED.to_owned(), month.clone()))
                    .or_default() += milli(&part["amount"]);
            }
        }
    }
    for month in months {
        let mut rest = 0;
        for category in items(&month["categories"])
            .iter()
            .filter(|one| !is_card(one))
        {
            let key = (
                text(&category["id"]).to_owned(),
                text(&month["month"]).to_owned(),
            );
            let sum = sums.get(&key).copied().unwrap_or(0);
            assert_eq!(
                milli(&category["activity"]),
                sum,
                "{} {}",
                key.1,
                category["name"]
            );
            if category["id"] == demo::INFLOW {
                assert_eq!(milli(&month["income"]), sum);
            } else {
                rest += sum;
            }
        }
        assert_eq!(milli(&month["activity"]), rest);
    }
}

/// Returns how often a category began a month below zero.
pub(crate) fn balance_is_carried_plus_budgeted_plus_activity(months: &[Value]) -> i32 {
    let mut carried: BTreeMap<String, i64> = BTreeMap::new();
    let mut below_zero = 0;
    for month in months {
        let mut budgeted = 0;
        for category in items(&month["categories"]) {
            let before = carried.get(text(&category["id"])).copied().unwrap_or(0);
            let kept = if is_card(category) || category["id"] == demo::INFLOW {
                before
            } else {
                before.max(0)
            };
            below_zero += i32::from(before < 0);
            let balance = milli(&category["balance"]);
            let expected = kept + milli(&category["budgeted"]) + milli(&category["activity"]);
            assert_eq!(balance, expected, "{} {}", month["month"], category["name"]);
            carried.insert(text(&category["id"]).to_owned(), balance);
            budgeted += milli(&category["budgeted"]);
        }
        assert_eq!(milli(&month["budgeted"]), budgeted);
    }
    below_zero
}

/// Checks Ready to Assign by a computation other than the SQL's: month by month.
pub(crate) async fn ready_to_assign_is_income_less_assigned_less_cash_overspending(
    api: &Api,
    months: &[Value],
) {
    let on_card = card_spending(api).await;
    let mut ready = 0;
    let mut overspent = 0;
    for month in months {
        ready += milli(&month["income"]) - milli(&month["budgeted"]) - overspent;
        assert_eq!(milli(&month["to_be_budgeted"]), ready, "{}", month["month"]);
        overspent = 0;
        for category in items(&month["categories"])
            .iter()
            .filter(|one| is_envelope(one))
        {
            let missing = -milli(&category["balance"]).min(0);
            overspent += missing - unfunded(&on_card, month, category);
        }
    }
}

/// Checks that cash is in a category or ready to assign, except for unfunded card debt.
pub(crate) async fn no_money_is_made_or_lost(api: &Api) {
    let accounts = api.get("/accounts").await;
    let cash: i64 = items(&accounts["accounts"])
        .iter()
        .filter(|account| account["on_budget"] == true && account["type"] != "creditCard")
        .map(|account| milli(&account["balance"]))
        .sum();
    let on_card = card_spending(api).await;
    let month = &api.get("/months/current").await["month"];
    let mut accounted = milli(&month["to_be_budgeted"]);
    for category in items(&month["categories"])
        .iter()
        .filter(|one| one["id"] != demo::INFLOW)
    {
        accounted += milli(&category["balance"]) + unfunded(&on_card, month, category);
    }
    assert_eq!(accounted, cash);
}

/// Returns the months of the plan with their categories, oldest first.
pub(crate) async fn months(api: &Api) -> Vec<Value> {
    let export = api.get("").await;
    let mut months = items(&export["plan"]["months"]).to_vec();
    months.sort_by(|a, b| text(&a["month"]).cmp(text(&b["month"])));
    months
}

/// Returns net spending on the card by month and category.
async fn card_spending(api: &Api) -> BTreeMap<(String, String), i64> {
    let mut spent = BTreeMap::new();
    let path = format!("/accounts/{}{ALL}", demo::VISA_ACCOUNT);
    for row in items(&api.get(&path).await["transactions"]) {
        let lines = items(&row["subtransactions"]);
        for part in if lines.is_empty() {
            std::slice::from_ref(row)
        } else {
            lines
        } {
            let category = match part["category_name"].as_str() {
                Some("Uncategorized") => demo::UNCATEGORIZED.to_owned(),
                Some(_) => text(&part["category_id"]).to_owned(),
                None => continue,
            };
            let month = format!("{}-01", &text(&row["date"])[..7]);
            *spent.entry((month, category)).or_default() -= milli(&part["amount"]);
        }
    }
    spent
}

/// Returns the part of a category's overspending that stays on the card.
fn unfunded(spent: &BTreeMap<(String, String), i64>, month: &Value, category: &Value) -> i64 {
    if !is_envelope(category) {
        return 0;
    }
    let key = (
        text(&month["month"]).to_owned(),
        text(&category["id"]).to_owned(),
    );
    let on_card = spent.get(&key).copied().unwrap_or(0).max(0);
    (-milli(&category["balance"])).max(0).min(on_card)
}

fn is_card(category: &Value) -> bool {
    category["category_group_name"] == "Credit Card Payments"
}

fn is_envelope(category: &Value) -> bool {
    !is_card(category) && category["id"] != demo::INFLOW
}
