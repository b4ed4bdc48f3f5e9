//! The months of a plan, from its first to the one after the current month.

use jiff::civil::Date;
use rusqlite::{Connection, Row, named_params};
use serde_json::{Value, json};

use super::{Scope, categories, collect};
use crate::answer::Entity;
use crate::clock::{month_of, next_month};
use crate::failure::Failure;

const SELECT: &str = "SELECT m.month, m.note, a.income, a.budgeted, a.activity, a.to_be_budgeted,
        0 AS deleted
    FROM months AS m
    JOIN month_amounts AS a ON a.plan_id = m.plan_id AND a.month = m.month
    WHERE m.plan_id = :plan";

/// Returns all months, or those whose amounts may have changed after `since`, newest first.
pub(crate) fn list(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let sql = format!(
        "{SELECT} AND (:since IS NULL OR m.month >= (
             SELECT min(entity) FROM changes
             WHERE plan_id = :plan AND kind = 'month' AND knowledge > :since))
         ORDER BY m.month DESC"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| month(scope, row))
}

/// Returns one month with its categories.
pub(crate) fn get(scope: &Scope<'_>, month_start: Date) -> Result<Value, Failure> {
    let sql = format!("{SELECT} AND m.month = :month");
    let params = named_params! {":plan": scope.plan.id, ":month": month_start.to_string()};
    let mut answer = scope.db.query_row(&sql, params, |row| month(scope, row))?;
    answer["categories"] = json!(categories::of_month(scope, month_start)?);
    Ok(answer)
}

/// Returns the months with their categories.
pub(crate) fn export(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let mut categories = categories::by_month(scope)?;
    let mut months = list(scope, since)?;
    for month in &mut months {
        let own = month["month"]
            .as_str()
            .and_then(|start| categories.remove(start));
        month["categories"] = json!(own.unwrap_or_default());
    }
    Ok(months)
}

/// Returns the month that a path names: `current`, or any date in the month. The plan must have the
/// month.
pub(crate) fn find(scope: &Scope<'_>, text: &str) -> Result<Date, Failure> {
    let date = match text {
        "current" => scope.today,
        _ => text
            .parse()
            .map_err(|_| Failure::bad("month must be `current` or a date such as 2016-12-01"))?,
    };
    let month = month_of(date);
    let sql = "SELECT 1 FROM months WHERE plan_id = ?1 AND month = ?2";
    scope
        .db
        .query_row(sql, [&scope.plan.id, &month.to_string()], |_| Ok(()))?;
    Ok(month)
}

/// Adds the missing months of every plan, up to the month after today's.
pub(crate) fn roll_on(db: &Connection, today: Date) -> rusqlite::Result<()> {
    let until = next_month(today).to_string();
    let sql = "SELECT p.id, max(m.month) FROM plans AS p JOIN months AS m ON m.plan_id = p.id
        GROUP BY p.id HAVING max(m.month) < ?1";
    let behind: Vec<(String, String)> =
        collect(db, sql, [&until], |row| Ok((row.get(0)?, row.get(1)?)))?;
    behind
        .iter()
        .try_for_each(|(plan, last)| insert(db, plan, last, &until))
}

/// Adds the plan's missing months back to the month of `date`.
pub(crate) fn reach_back(scope: &Scope<'_>, date: Date) -> rusqlite::Result<()> {
    let sql = "SELECT min(month) FROM months WHERE plan_id = ?1";
    let first: String = scope
        .db
        .query_row(sql, [&scope.plan.id], |row| row.get(0))?;
    let from = month_of(date).to_string();
    if from < first {
        insert(&scope.db, &scope.plan.id, &from, &first)
    } else {
        Ok(())
    }
}

/// Adds the missing months from `from` to `until`.
pub(crate) fn insert(db: &Connection, plan: &str, from: &str, until: &str) -> rusqlite::Result<()> {
    db.execute(
        "WITH RECURSIVE span (month) AS (
             SELECT ?2 UNION ALL SELECT date(month, '+1 month') FROM span WHERE month < ?3)
         INSERT OR IGNORE INTO months (plan_id, month) SELECT ?1, month FROM span",
        [plan, from, until],
    )?;
    Ok(())
}

fn month(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(Entity::of(row, &scope.money)
        .copy(&["month", "note"])?
        .flags(&["deleted"])?
        .amounts(&["income", "budgeted", "activity", "to_be_budgeted"])?
        .nulls(&["age_of_money"])
        .build())
}
