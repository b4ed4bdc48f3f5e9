//! The meaning of "today" and "current". Every tool follows YNAB's clock, not this machine's.

mod common;

use avenir_sandbox::{Date, Options, demo as known};
use jiff::{Timestamp, ToSpan as _, tz::TimeZone};
use serde_json::{Value, json};

use self::common::{
    World,
    session::{Client, Session, error_text},
};

/// Returns the day of YNAB's clock: the last day of the month after this machine's month.
fn ynabs_day() -> Date {
    let ours = TimeZone::UTC.to_datetime(Timestamp::now()).date();
    ours.saturating_add(1.month()).last_of_month()
}

async fn world() -> World {
    World::with(Options::default().today(ynabs_day())).await
}

async fn call(session: &mut Session, tool: &str, mut arguments: Value) -> Value {
    arguments["plan_id"] = known::PLAN.into();
    let call = json!({"name": tool, "arguments": arguments});
    session.request("tools/call", call).await
}

fn question(answer: &Value) -> &str {
    answer["result"]["inputRequests"]["confirm"]["params"]["message"]
        .as_str()
        .unwrap_or_else(|| panic!("no question: {answer}"))
}

/// Accepts YNAB's tomorrow, because in Auckland that day has begun. Refuses the day after.
#[tokio::test]
async fn a_transaction_of_today_anywhere_is_taken() {
    let world = world().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let create = |days: i64| {
        let date = ynabs_day().saturating_add(days.days()).to_string();
        let new = json!([{"date": date, "amount": -1, "payee_name": "Dairy"}]);
        json!({"account_id": known::CURRENT_ACCOUNT, "transactions": new})
    };
    for days in [-1, 0, 1] {
        let asked = call(&mut session, "create_transactions", create(days)).await;
        assert!(question(&asked).contains("Create 1"), "{asked}");
    }
    let refused = call(&mut session, "create_transactions", create(2)).await;
    let latest = ynabs_day().saturating_add(1.day()).to_string();
    assert!(error_text(&refused).contains(&latest), "{refused}");
}

/// Accepts YNAB's today, because in Los Angeles that day is still to come. Refuses the day before.
#[tokio::test]
async fn a_target_by_a_day_to_come_anywhere_is_taken() {
    let world = world().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let target = |days: i64| {
        let date = ynabs_day().saturating_add(days.days()).to_string();
        json!({"category_id": known::GROCERIES, "amount": 10, "by_date": date})
    };
    for days in [0, 1] {
        let asked = call(&mut session, "set_category_target", target(days)).await;
        assert!(question(&asked).contains("10.00 by"), "{asked}");
    }
    let refused = call(&mut session, "set_category_target", target(-1)).await;
    assert!(error_text(&refused).contains("past"), "{refused}");
}

/// Checks that tools that read and tools that write use the same current month.
#[tokio::test]
async fn the_current_month_is_one_for_reading_and_writing() {
    let world = world().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let month = ynabs_day().first_of_month().to_string();
    for tool in ["get_category_balances", "get_underfunded_targets"] {
        let read = call(&mut session, tool, json!({})).await;
        assert_eq!(read["result"]["structuredContent"]["month"], month);
    }
    let trends = call(
        &mut session,
        "get_spending_trends",
        json!({"months_count": 1}),
    )
    .await;
    let months = &trends["result"]["structuredContent"]["months"];
    assert_eq!(*months, json!([month]));
    let budget = json!({"month": "current", "category_id": known::GROCERIES, "amount": 7});
    let asked = call(&mut session, "set_category_budget", budget).await;
    assert!(question(&asked).contains(&month), "{asked}");
    let money = json!({"month": "current", "amount": 1,
        "from_category_id": known::GROCERIES, "to_category_id": known::RESTAURANTS});
    let asked = call(&mut session, "move_money", money).await;
    assert!(question(&asked).contains(&month), "{asked}");
    let scheduled = call(&mut session, "list_scheduled_transactions", json!({})).await;
    let all = &scheduled["result"]["structuredContent"]["occurrences"];
    let first = all[0]["date"].as_str().unwrap();
    assert!(first >= ynabs_day().to_string().as_str(), "{first}");
}

/// Dates an adjustment on YNAB's today.
#[tokio::test]
async fn an_adjustment_is_dated_by_ynabs_clock() {
    let world = world().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let arguments =
        json!({"account_id": known::CURRENT_ACCOUNT, "bank_balance": 1, "adjust": true});
    let asked = call(&mut session, "reconcile_account", arguments).await;
    session.answer(&asked, common::session::yes()).await;
    let done = session.next().await;
    assert_eq!(common::session::status(&done), "applied", "{done}");
    let sql = "SELECT max(date) FROM transactions WHERE account_id = ?1";
    let date = world.text(sql, [known::CURRENT_ACCOUNT]);
    assert_eq!(date, Some(ynabs_day().to_string()));
}
