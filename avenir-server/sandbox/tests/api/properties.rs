//! Any sequence of valid writes obeys the laws and increases server knowledge.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items, milli, text};
use crate::laws;
use avenir_sandbox::demo;

const ACCOUNTS: [&str; 4] = [
    demo::CURRENT_ACCOUNT,
    demo::SAVINGS_ACCOUNT,
    demo::VISA_ACCOUNT,
    demo::CAR_LOAN_ACCOUNT,
];
const CATEGORIES: [&str; 6] = [
    demo::GROCERIES,
    demo::RESTAURANTS,
    demo::TRANSPORT,
    demo::HOBBIES,
    demo::INFLOW,
    demo::UNCATEGORIZED,
];
/// Dates of rows. One date is before the plan's first month.
const DATES: [&str; 5] = [
    "2026-03-18",
    "2026-03-01",
    "2026-02-14",
    "2025-06-30",
    "2024-05-05",
];
const MONTHS: [&str; 4] = ["2026-03-01", "2026-02-01", "2025-12-01", "2026-04-01"];

/// One write. Its numbers select existing rows and ids.
#[derive(Clone, Debug)]
enum Write {
    Create(Row, Option<u8>),
    Split(Row, [usize; 2], i64),
    Transfer(usize, usize, i64),
    Change(usize, Row),
    Delete(usize),
    Assign(usize, usize, i64),
    Target(usize, i64),
    Schedule(usize, i64),
}

#[derive(Clone, Debug)]
struct Row {
    account: usize,
    category: usize,
    date: usize,
    amount: i64,
    cleared: bool,
}

fn row() -> impl Strategy<Value = Row> {
    (
        0..ACCOUNTS.len(),
        0..CATEGORIES.len(),
        0..DATES.len(),
        -900_000..400_000_i64,
        any::<bool>(),
    )
        .prop_map(|(account, category, date, amount, cleared)| Row {
            account,
            category,
            date,
            amount,
            cleared,
        })
}

fn write() -> impl Strategy<Value = Write> {
    let account = 0..ACCOUNTS.len();
    let category = 0..CATEGORIES.len();
    let amount = -900_000..900_000_i64;
    prop_oneof![
        3 => (row(), proptest::option::of(0..4_u8)).prop_map(|(row, id)| Write::Create(row, id)),
        2 => (row(), [category.clone(), category.clone()], amount.clone())
            .prop_map(|(row, categories, part)| Write::Split(row, categories, part)),
        2 => (account.clone(), account.clone(), amount.clone())
            .prop_map(|(from, to, amount)| Write::Transfer(from, to, amount)),
        3 => (any::<usize>(), row()).prop_map(|(which, row)| Write::Change(which, row)),
        2 => any::<usize>().prop_map(Write::Delete),
        2 => (0..4_usize, 0..MONTHS.len(), amount.clone())
            .prop_map(|(category, month, amount)| Write::Assign(category, month, amount)),
        1 => (0..4_usize, 1..900_000_i64).prop_map(|(category, amount)| Write::Target(category, amount)),
        1 => (account, amount).prop_map(|(account, amount)| Write::Schedule(account, amount)),
    ]
}

impl Row {
    fn json(&self) -> Value {
        json!({
            "account_id": ACCOUNTS[self.account],
            "category_id": CATEGORIES[self.category],
            "date": DATES[self.date],
            "amount": self.amount,
            "payee_name": "Anybody",
            "cleared": if self.cleared { "cleared" } else { "uncleared" },
        })
    }
}

impl Write {
    /// Sends the write. A write that YNAB refuses, such as a split on a tracking account, changes
    /// nothing.
    async fn send(&self, api: &Api) {
        let (method, path, body) = match self {
            Self::Create(row, import) => {
                let mut row = row.json();
                row["import_id"] = json!(import.map(|id| format!("import {id}")));
                (
                    Method::POST,
                    "/transactions".to_owned(),
                    json!({"transactions": [row]}),
                )
            }
            Self::Split(row, categories, part) => {
                let line = |category: usize, amount: i64| json!({"category_id": CATEGORIES[category], "amount": amount});
                let mut parent = row.json();
                parent["subtransactions"] = json!([
                    line(categories[0], *part),
                    line(categories[1], row.amount - part)
                ]);
                (
                    Method::POST,
                    "/transactions".to_owned(),
                    json!({"transaction": parent}),
                )
            }
            Self::Transfer(from, to, amount) => {
                let other = api.get(&format!("/accounts/{}", ACCOUNTS[*to])).await;
                let row = json!({"account_id": ACCOUNTS[*from], "date": DATES[0], "amount": amount,
                    "category_id": CATEGORIES[1],
                    "payee_id": other["account"]["transfer_payee_id"]});
                (
                    Method::POST,
                    "/transactions".to_owned(),
                    json!({"transaction": row}),
                )
            }
            Self::Change(which, row) => {
                let mut row = row.json();
                row["id"] = pick(api, *which).await;
                (
                    Method::PATCH,
                    "/transactions".to_owned(),
                    json!({"transactions": [row]}),
                )
            }
            Self::Delete(which) => {
                let id = pick(api, *which).await;
                let path = format!("/transactions/{}", text(&id));
                (Method::DELETE, path, json!({}))
            }
            Self::Assign(category, month, amount) => {
                let path = format!(
                    "/months/{}/categories/{}",
                    MONTHS[*month], CATEGORIES[*category]
                );
                (
                    Method::PATCH,
                    path,
                    json!({"category": {"budgeted": amount}}),
                )
            }
            Self::Target(category, amount) => {
                let path = format!("/categories/{}", CATEGORIES[*category]);
                (
                    Method::PATCH,
                    path,
                    json!({"category": {"goal_target": amount}}),
                )
            }
            Self::Schedule(account, amount) => {
                let row = json!({"account_id": ACCOUNTS[*account], "date": "2026-03-20",
                    "amount": amount, "frequency": "weekly"});
                (
                    Method::POST,
                    "/scheduled_transactions".to_owned(),
                    json!({"scheduled_transaction": row}),
                )
            }
        };
        let before = knowledge(api).await;
        let path = format!("/plans/{}{path}", demo::PLAN);
        let (status, answer) = api.send(method, &path, Some(&body)).await;
        let after = knowledge(api).await;
        match status {
            200 | 201 => {
                let said = milli(&answer["data"]["server_knowledge"]);
                assert_eq!(said, after, "{self:?}");
                assert!(after >= before, "{self:?}");
                // Only a repeated value or a duplicate leaves the plan unchanged.
                let made = matches!(self, Self::Split(..) | Self::Delete(_) | Self::Schedule(..));
                assert!(after > before || !made, "{self:?}");
            }
            400 | 409 => assert_eq!(after, before, "{self:?}: {answer}"),
            other => panic!("{self:?}: {other}: {answer}"),
        }
    }
}

/// Returns the id of a row since 2026-02-14, counted back from the newest.
async fn pick(api: &Api, which: usize) -> Value {
    let rows = api.get("/transactions?since_date=2026-02-14").await;
    let rows = items(&rows["transactions"]);
    rows[rows.len() - 1 - which % rows.len()]["id"].clone()
}

async fn knowledge(api: &Api) -> i64 {
    milli(&api.get("/payees").await["server_knowledge"])
}

#[test]
fn any_sequence_of_writes_keeps_the_laws() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    // Each case is a plan of its own; more with PROPTEST_CASES.
    let mut config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 12;
    }
    // Do not shrink: it would run a case hundreds of times, and a case is short enough to read.
    config.max_shrink_iters = 20;
    config.failure_persistence = None;
    let sequences = proptest::collection::vec(write(), 1..12);
    TestRunner::new(config)
        .run(&sequences, |writes| {
            runtime.block_on(async {
                let api = Api::start().await;
                for write in &writes {
                    write.send(&api).await;
                }
                let months = laws::months(&api).await;
                laws::account_balance_is_the_sum_of_its_rows(&api).await;
                laws::activity_is_the_sum_of_rows_and_lines(&api, &months).await;
                laws::balance_is_carried_plus_budgeted_plus_activity(&months);
                laws::ready_to_assign_is_income_less_assigned_less_cash_overspending(&api, &months)
                    .await;
                laws::no_money_is_made_or_lost(&api).await;
            });
            Ok(())
        })
        .unwrap();
}
