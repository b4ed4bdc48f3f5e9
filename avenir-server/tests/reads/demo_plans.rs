//! Every figure of the demo plans compared with SQL over their rows, in three currencies.

use std::collections::HashMap;

use avenir_sandbox::demo as known;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::{common::World, read, reader, small::month};

/// A plan and the decimals of its currency.
const PLANS: [(&str, usize); 3] = [
    (known::PLAN, 2),
    (known::YEN_PLAN, 0),
    (known::DINAR_PLAN, 3),
];

#[tokio::test]
async fn the_balances_of_every_month() {
    let world = World::new().await;
    let db = world.plan();
    let mut session = reader(&world).await;
    for (plan, decimals) in PLANS {
        for month in [month(0), month(-1), month(-9)].map(|month| month.to_string()) {
            let arguments = json!({"plan_id": plan, "month": month, "include_empty": true});
            let got = read(&mut session, "get_category_balances", arguments).await;
            let sql = "SELECT m.category_id, m.budgeted, m.activity, m.balance
                FROM category_months AS m JOIN categories AS c ON c.id = m.category_id
                WHERE m.plan_id = ?1 AND m.month = ?2 AND NOT c.hidden
                    AND c.role IN ('ordinary', 'card')";
            let mut rows = db.prepare(sql).unwrap();
            let rows = rows.query_map((plan, &month), |row| {
                let amounts: [i64; 3] = [row.get(1)?, row.get(2)?, row.get(3)?];
                Ok((row.get::<_, String>(0)?, amounts))
            });
            let expected: HashMap<String, [i64; 3]> = rows.unwrap().map(Result::unwrap).collect();
            let lines = got["categories"].as_array().unwrap();
            assert_eq!(lines.len(), expected.len());
            for line in lines {
                let amounts = ["budgeted", "activity", "balance"]
                    .map(|field| milliunits(&line[field], decimals));
                assert_eq!(
                    amounts,
                    expected[line["category_id"].as_str().unwrap()],
                    "{line}"
                );
            }
            let arguments = json!({"plan_id": plan, "month": month});
            let summary = read(&mut session, "get_monthly_summary", arguments).await;
            let sql = "SELECT income, budgeted, activity, to_be_budgeted FROM month_amounts
                WHERE plan_id = ?1 AND month = ?2";
            let expected: [i64; 4] = db
                .query_row(sql, (plan, &month), |row| {
                    Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
                })
                .unwrap();
            let fields = ["income", "budgeted", "activity", "ready_to_assign"];
            let got = fields.map(|field| milliunits(&summary[field], decimals));
            assert_eq!(got, expected);
        }
    }
}

#[tokio::test]
async fn spending_of_a_year_and_a_half() {
    let world = World::new().await;
    let db = world.plan();
    let mut session = reader(&world).await;
    for (plan, decimals) in PLANS {
        let arguments = json!({"plan_id": plan, "months_count": 24});
        let trends = read(&mut session, "get_spending_trends", arguments).await;
        let months = trends["months"].as_array().unwrap();
        assert_eq!(months.len(), 18);
        let mut total = vec![0; months.len()];
        for line in trends["categories"].as_array().unwrap() {
            let spent = line["spent"].as_array().unwrap();
            for ((month, spent), total) in months.iter().zip(spent).zip(&mut total) {
                let spent = milliunits(spent, decimals);
                let category = line["category_id"].as_str().unwrap();
                assert_eq!(
                    spent,
                    -activity(&db, category, month.as_str().unwrap()),
                    "{line}"
                );
                *total += spent;
            }
        }
        let totals = trends["total"].as_array().unwrap();
        let totals: Vec<i64> = totals.iter().map(|one| milliunits(one, decimals)).collect();
        assert_eq!(totals, total);
        // Months, categories and transactions take one request each, whatever the number of months.
        assert!(world.sandbox.as_ref().unwrap().requests().len() <= 9);
    }
}

#[tokio::test]
async fn balances_of_accounts() {
    let world = World::new().await;
    let db = world.plan();
    let mut session = reader(&world).await;
    for (plan, decimals) in PLANS {
        let accounts = read(&mut session, "list_accounts", json!({"plan_id": plan})).await;
        for account in accounts["accounts"].as_array().unwrap() {
            let sql = "SELECT sum(amount) FROM transactions WHERE account_id = ?1 AND NOT deleted";
            let id = account["id"].as_str().unwrap();
            let expected: i64 = db.query_row(sql, [id], |row| row.get(0)).unwrap();
            assert_eq!(
                milliunits(&account["balance"], decimals),
                expected,
                "{account}"
            );
        }
    }
}

/// Reads milliunits from the digits in the JSON. Panics if there are more decimals than `decimals`.
fn milliunits(amount: &Value, decimals: usize) -> i64 {
    assert!(amount.is_number(), "{amount}");
    let text = amount.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    assert!(fraction.len() <= decimals, "{text}");
    format!("{whole}{fraction:0<3}").parse().unwrap()
}

/// Sums the activity from the rows alone: transactions without lines, and lines.
fn activity(db: &Connection, category: &str, month: &str) -> i64 {
    let sql = "SELECT coalesce(sum(amount), 0) FROM (
            SELECT t.amount FROM transactions AS t
            WHERE t.category_id = ?1 AND substr(t.date, 1, 7) = substr(?2, 1, 7) AND NOT t.deleted
            UNION ALL
            SELECT s.amount FROM subtransactions AS s JOIN transactions AS t ON t.id = s.transaction_id
            WHERE s.category_id = ?1 AND substr(t.date, 1, 7) = substr(?2, 1, 7)
                AND NOT t.deleted AND NOT s.deleted)";
    db.query_row(sql, (category, month), |row| row.get(0))
        .unwrap()
}
