//! Each endpoint answers with exactly the fields that the specification gives its entities.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items};
use avenir_sandbox::demo;

const ACCOUNT: &str = "balance cleared_balance closed debt_escrow_amounts debt_interest_rates \
    debt_minimum_payments debt_original_balance deleted direct_import_in_error \
    direct_import_linked id last_reconciled_at name note on_budget transfer_payee_id type \
    uncleared_balance";
const ACCOUNT_AMOUNTS: &str = "balance cleared_balance uncleared_balance";
const CATEGORY: &str = "activity balance budgeted category_group_id category_group_name deleted \
    goal_cadence goal_cadence_frequency goal_creation_month goal_day goal_months_to_budget \
    goal_needs_whole_amount goal_overall_funded goal_overall_left goal_percentage_complete \
    goal_snoozed_at goal_target goal_target_date goal_target_month goal_type goal_under_funded \
    hidden id internal name note original_category_group_id";
const CATEGORY_AMOUNTS: &str = "activity balance budgeted goal_overall_funded goal_overall_left \
    goal_target goal_under_funded";
const GROUP: &str = "deleted hidden id internal name";
const MONTH: &str = "activity age_of_money budgeted deleted income month note to_be_budgeted";
const MONTH_AMOUNTS: &str = "activity budgeted income to_be_budgeted";
const PAYEE: &str = "deleted id name transfer_account_id";
const PLAN: &str = "currency_format date_format first_month id last_modified_on last_month name";
const SUMMARY: &str = "account_id amount approved category_id cleared date debt_transaction_type \
    deleted flag_color flag_name id import_id import_payee_name import_payee_name_original \
    matched_transaction_id memo payee_id transfer_account_id transfer_transaction_id";
const LINE: &str = "amount category_id category_name deleted id memo payee_id payee_name \
    transaction_id transfer_account_id transfer_transaction_id";

#[tokio::test]
async fn user_and_plans() {
    let api = Api::start().await;
    let (_, user) = api.send(Method::GET, "/user", None).await;
    assert_eq!(user, json!({"data": {"user": {"id": demo::USER}}}));
    for (path, keys) in [
        ("/plans", ["default_plan", "plans"]),
        ("/budgets", ["budgets", "default_budget"]),
    ] {
        let (_, answer) = api.send(Method::GET, path, None).await;
        has_keys(&answer, "data", "");
        has_keys(&answer["data"], &keys.join(" "), "");
        let many = keys.iter().find(|key| key.ends_with('s')).unwrap();
        has_keys(&answer["data"][many][0], PLAN, "");
    }
    let (_, answer) = api
        .send(Method::GET, "/plans?include_accounts=true", None)
        .await;
    has_keys(&answer["data"]["plans"][0], &format!("{PLAN} accounts"), "");
    has_keys(
        &answer["data"]["plans"][0]["accounts"][0],
        ACCOUNT,
        ACCOUNT_AMOUNTS,
    );
    let settings = api.get("/settings").await;
    has_keys(&settings["settings"], "currency_format date_format", "");
    assert_eq!(settings["settings"]["currency_format"]["iso_code"], "EUR");
    assert_eq!(settings["settings"]["currency_format"]["decimal_digits"], 2);
}

#[tokio::test]
async fn last_used_and_old_paths_mean_the_same_plan() {
    let api = Api::start().await;
    let mut answers = Vec::new();
    for (path, key) in [
        (format!("/plans/{}", demo::PLAN), "plan"),
        ("/plans/last-used".to_owned(), "plan"),
        ("/budgets/last-used".to_owned(), "budget"),
    ] {
        let (_, answer) = api.send(Method::GET, &path, None).await;
        has_keys(&answer["data"], &format!("{key} server_knowledge"), "");
        answers.push(answer["data"][key].clone());
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    let (status, _) = api
        .send(Method::GET, "/budgets/last-used/accounts", None)
        .await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn the_export_has_bare_amounts_and_flat_lists() {
    let api = Api::start().await;
    let plan = &api.get("").await["plan"];
    let lists = "accounts categories category_groups months payee_locations payees \
        scheduled_subtransactions scheduled_transactions subtransactions transactions";
    has_keys(plan, &format!("{PLAN} {lists}"), "");
    has_keys(&plan["accounts"][0], ACCOUNT, "");
    has_keys(&plan["categories"][0], CATEGORY, "");
    has_keys(&plan["category_groups"][0], GROUP, "");
    has_keys(&plan["payees"][0], PAYEE, "");
    has_keys(&plan["months"][0], &format!("{MONTH} categories"), "");
    has_keys(&plan["months"][0]["categories"][0], CATEGORY, "");
    has_keys(&plan["transactions"][0], SUMMARY, "");
    has_keys(&plan["subtransactions"][0], LINE, "");
}

#[tokio::test]
async fn accounts_and_payees() {
    let api = Api::start().await;
    let list = api.get("/accounts").await;
    has_keys(&list, "accounts server_knowledge", "");
    for account in items(&list["accounts"]) {
        has_keys(account, ACCOUNT, ACCOUNT_AMOUNTS);
        let one = api
            .get(&format!("/accounts/{}", account["id"].as_str().unwrap()))
            .await;
        assert_eq!(one, json!({"account": account}));
    }
    let list = api.get("/payees").await;
    has_keys(&list, "payees server_knowledge", "");
    for payee in items(&list["payees"]) {
        has_keys(payee, PAYEE, "");
    }
    let payee = &list["payees"][0];
    let one = api
        .get(&format!("/payees/{}", payee["id"].as_str().unwrap()))
        .await;
    assert_eq!(one, json!({"payee": payee}));
}

#[tokio::test]
async fn categories_and_months() {
    let api = Api::start().await;
    let list = api.get("/categories").await;
    has_keys(&list, "category_groups server_knowledge", "");
    let mut flat = Vec::new();
    for group in items(&list["category_groups"]) {
        has_keys(group, &format!("{GROUP} categories"), "");
        for category in items(&group["categories"]) {
            has_keys(category, CATEGORY, CATEGORY_AMOUNTS);
            assert_eq!(category["internal"], group["internal"]);
            assert_eq!(category["category_group_name"], group["name"]);
            flat.push(category.clone());
        }
    }
    let list = api.get("/months").await;
    has_keys(&list, "months server_knowledge", "");
    for month in items(&list["months"]) {
        has_keys(month, MONTH, MONTH_AMOUNTS);
    }
    let month = &api.get("/months/current").await["month"];
    has_keys(month, &format!("{MONTH} categories"), MONTH_AMOUNTS);
    assert_eq!(month["month"], "2026-03-01");
    assert_eq!(
        month["categories"],
        json!(flat),
        "the list shows the current month"
    );
    assert_eq!(&api.get("/months/2026-03-01").await["month"], month);
    let path = format!("/categories/{}", demo::GROCERIES);
    let one = api.get(&path).await;
    has_keys(&one, "category", "");
    assert_eq!(api.get(&format!("/months/current{path}")).await, one);
}

#[tokio::test]
async fn transactions_and_hybrids() {
    let api = Api::start().await;
    let detail = format!("{SUMMARY} account_name payee_name category_name subtransactions");
    let hybrid =
        format!("{SUMMARY} account_name payee_name category_name type parent_transaction_id");
    for path in [
        "/transactions".to_owned(),
        format!("/accounts/{}/transactions", demo::VISA_ACCOUNT),
    ] {
        let list = api.get(&path).await;
        has_keys(&list, "server_knowledge transactions", "");
        for row in items(&list["transactions"]) {
            has_keys(row, &detail, "amount");
            for line in items(&row["subtransactions"]) {
                has_keys(line, LINE, "amount");
            }
        }
    }
    let list = api
        .get(&format!("/categories/{}/transactions", demo::GROCERIES))
        .await;
    for row in items(&list["transactions"]) {
        has_keys(row, &hybrid, "amount");
    }
    let lines: Vec<_> = items(&list["transactions"])
        .iter()
        .filter(|row| row["type"] == "subtransaction")
        .collect();
    assert!(
        lines
            .iter()
            .any(|line| line["parent_transaction_id"] == demo::SPLIT)
    );
    let one = api.get(&format!("/transactions/{}", demo::SPLIT)).await;
    has_keys(&one, "server_knowledge transaction", "");
    let split = &one["transaction"];
    assert_eq!(
        (&split["category_id"], &split["category_name"]),
        (&Value::Null, &json!("Split"))
    );
    let payee = split["payee_id"].as_str().unwrap();
    let list = api.get(&format!("/payees/{payee}/transactions")).await;
    assert!(
        items(&list["transactions"])
            .iter()
            .any(|row| row["id"] == demo::SPLIT)
    );
}

#[tokio::test]
async fn a_month_has_its_own_transactions() {
    let api = Api::start().await;
    let list = api.get("/months/2025-01-01/transactions").await;
    let rows = items(&list["transactions"]);
    assert!(
        rows.len() > 20,
        "more than a year ago, and there without since_date"
    );
    assert!(
        rows.iter()
            .all(|row| row["date"].as_str().unwrap().starts_with("2025-01-"))
    );
}

#[tokio::test]
async fn lists_with_nothing_in_them_are_empty() {
    let api = Api::start().await;
    let payee = api.get("/payees").await["payees"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    for (path, key) in [
        ("/payee_locations".to_owned(), "payee_locations"),
        (
            format!("/payees/{payee}/payee_locations"),
            "payee_locations",
        ),
        ("/money_movements".to_owned(), "money_movements"),
        (
            "/months/current/money_movements".to_owned(),
            "money_movements",
        ),
        ("/money_movement_groups".to_owned(), "money_movement_groups"),
        (
            "/months/current/money_movement_groups".to_owned(),
            "money_movement_groups",
        ),
    ] {
        assert_eq!(api.get(&path).await[key], json!([]), "{path}");
    }
    let imported = api
        .change(Method::POST, "/transactions/import", &json!({}))
        .await;
    assert_eq!(imported, json!({"transaction_ids": []}));
}

/// Fails if the object has other keys than `names`, and `_formatted` and `_currency` for each of
/// `amounts`.
fn has_keys(value: &Value, names: &str, amounts: &str) {
    let mut expected: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    for amount in amounts.split_whitespace() {
        expected.push(format!("{amount}_formatted"));
        expected.push(format!("{amount}_currency"));
    }
    expected.sort();
    let Value::Object(object) = value else {
        panic!("no object: {value}")
    };
    let mut keys: Vec<&String> = object.keys().collect();
    keys.sort();
    assert_eq!(keys, expected.iter().collect::<Vec<_>>());
}
