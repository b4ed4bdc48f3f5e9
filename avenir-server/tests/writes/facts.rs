//! Facts from the plan's database, read on the tests' own connection.

use avenir_sandbox::demo as known;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde_json::Value;

use crate::common::World;

fn today() -> Date {
    TimeZone::UTC.to_datetime(Timestamp::now()).date()
}

/// Returns today's date.
pub(crate) fn day() -> String {
    today().to_string()
}

/// Returns the first day of this month.
pub(crate) fn month() -> String {
    today().first_of_month().to_string()
}

/// Formats milliunits with two decimals. Panics if the amount has a third decimal.
pub(crate) fn money(milliunits: i64) -> String {
    assert_eq!(milliunits % 10, 0, "euros have cents");
    let sign = if milliunits < 0 { "-" } else { "" };
    let cents = milliunits.unsigned_abs() / 10;
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}

/// Converts milliunits to the number that a tool takes.
pub(crate) fn amount(milliunits: i64) -> Value {
    serde_json::from_str(&money(milliunits)).unwrap()
}

pub(crate) fn inflow() -> &'static str {
    known::INFLOW
}

pub(crate) fn date_of(world: &World, id: &str) -> String {
    let sql = "SELECT date FROM transactions WHERE id = ?1";
    world.text(sql, [id]).unwrap()
}

/// Returns the milliunits that are assigned to a category this month.
pub(crate) fn assigned(world: &World, category: &str) -> i64 {
    let sql = "SELECT coalesce(sum(budgeted), 0) FROM month_budgets \
               WHERE category_id = ?1 AND month = ?2";
    world.number(sql, [category, &month()])
}

/// Returns the milliunits that are available in a category this month.
pub(crate) fn available(world: &World, category: &str) -> i64 {
    let sql = "SELECT balance FROM category_months WHERE category_id = ?1 AND month = ?2";
    world.number(sql, [category, &month()])
}

/// Returns the id and the name of the group of the groceries.
pub(crate) fn groceries_group(world: &World) -> (String, String) {
    let of = |what: &str| {
        let sql = format!(
            "SELECT g.{what} FROM categories AS c JOIN category_groups AS g \
             ON g.id = c.category_group_id WHERE c.id = ?1"
        );
        world.text(&sql, [known::GROCERIES]).unwrap()
    };
    (of("id"), of("name"))
}

/// Returns how many transactions of an account are cleared and not reconciled, and the sum of all
/// cleared and reconciled ones in milliunits.
pub(crate) fn to_reconcile(world: &World, account: &str) -> (i64, i64) {
    let of = |what: &str, cleared: &str| {
        let sql = format!(
            "SELECT {what} FROM transactions WHERE account_id = ?1 AND NOT deleted \
             AND cleared IN ({cleared})"
        );
        world.number(&sql, [account])
    };
    (
        of("count(*)", "'cleared'"),
        of("coalesce(sum(amount), 0)", "'cleared', 'reconciled'"),
    )
}

/// Returns how many transactions have a payee.
pub(crate) fn row_count(world: &World, payee: &str) -> i64 {
    let sql = "SELECT count(*) FROM transactions WHERE payee_id = ?1 AND NOT deleted";
    world.number(sql, [payee])
}
