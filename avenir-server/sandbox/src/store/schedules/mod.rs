//! Scheduled transactions. As on YNAB, each occurrence is entered on its day.

mod edit;
mod frequency;

use std::collections::HashMap;

use jiff::civil::Date;
use rusqlite::{Connection, Row, TransactionBehavior, named_params};
use serde_json::{Value, json};
use uuid::Uuid;

use super::plans::Plan;
use super::{Prepared, Scope, changed, collect, transfers};
use crate::answer::{Entity, Money};
use crate::failure::Failure;

pub(crate) use self::edit::{ScheduleEdit, create, delete, update};
pub(crate) use self::frequency::{FREQUENCIES, next};

/// Returns all scheduled transactions, or those that changed after `since`, by their next date.
pub(crate) fn list(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "s", "s.id", "scheduled");
    let sql = format!(
        "SELECT * FROM scheduled_rows AS s WHERE s.plan_id = :plan AND {changed}
         ORDER BY s.date_next, s.id"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    let mut rows = collect(&scope.db, &sql, params, |row| detail(scope, row))?;
    attach_lines(scope, &mut rows)?;
    Ok(rows)
}

/// Returns one scheduled transaction that is not deleted.
pub(crate) fn get(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    let found = by_id(scope, id)?;
    if found["deleted"] == true {
        return Err(Failure::ResourceNotFound);
    }
    Ok(found)
}

/// Returns one scheduled transaction, deleted or not.
pub(crate) fn by_id(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    let sql = "SELECT * FROM scheduled_rows WHERE plan_id = ?1 AND id = ?2";
    let mut found = scope
        .db
        .query_row(sql, [&scope.plan.id, id], |row| detail(scope, row))?;
    attach_lines(scope, std::slice::from_mut(&mut found))?;
    Ok(found)
}

/// Returns scheduled transactions without names or lines, for the export.
pub(crate) fn summaries(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "s", "s.id", "scheduled");
    let sql = format!(
        "SELECT * FROM scheduled_rows AS s WHERE s.plan_id = :plan AND {changed}
         ORDER BY s.date_next, s.id"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| {
        Ok(summary(scope, row)?.build())
    })
}

/// Returns the lines of scheduled splits as a flat list, for the export.
pub(crate) fn lines(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "l", "l.scheduled_transaction_id", "scheduled");
    let sql = format!(
        "SELECT * FROM scheduled_line_rows AS l WHERE l.plan_id = :plan AND {changed}
         ORDER BY l.scheduled_transaction_id, l.position"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| line(scope, row))
}

/// Enters every occurrence up to today as an unapproved transaction, in every plan. The
/// transaction's id is the schedule's id followed by the date. A schedule that happens once is
/// deleted afterwards.
pub(crate) fn enter_due(db: &mut Connection, today: Date) -> Result<(), Failure> {
    let day = today.to_string();
    let sql = "SELECT count(*) FROM scheduled_transactions WHERE NOT deleted AND date_next <= ?1";
    if Prepared(db).query_row(sql, [&day], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(());
    }
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let sql = "SELECT plan_id, id FROM scheduled_transactions
        WHERE NOT deleted AND date_next <= ?1 ORDER BY date_next, id";
    let due: Vec<(String, String)> =
        collect(&tx, sql, [&day], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (plan, id) in due {
        let scope = Scope {
            db: Prepared(&tx),
            plan: Plan::find(&tx, &plan)?,
            money: Money::Bare,
            today,
        };
        enter(&scope, &id)?;
    }
    Ok(tx.commit()?)
}

fn enter(scope: &Scope<'_>, id: &str) -> Result<(), Failure> {
    let sql = "SELECT date_first, date_next, frequency FROM scheduled_transactions WHERE id = ?1";
    let (first, mut date, frequency): (String, String, String) =
        scope
            .db
            .query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let first: Date = parsed(&first)?;
    let day = scope.today.to_string();
    loop {
        enter_one(scope, id, &date)?;
        let Some(next) = next(first, &frequency, parsed(&date)?) else {
            let sql = "UPDATE scheduled_transactions SET deleted = 1 WHERE id = ?1";
            scope.db.execute(sql, [id])?;
            return Ok(());
        };
        date = next.to_string();
        if date > day {
            let sql = "UPDATE scheduled_transactions SET date_next = ?2 WHERE id = ?1";
            scope.db.execute(sql, [id, &date])?;
            return Ok(());
        }
    }
}

fn enter_one(scope: &Scope<'_>, id: &str, date: &str) -> Result<(), Failure> {
    let entered = format!("{id}_{date}");
    let added = scope.db.execute(
        "INSERT OR IGNORE INTO transactions (id, plan_id, account_id, date, amount, payee_id,
             category_id, memo, cleared, approved, flag_color)
         SELECT :entered, plan_id, account_id, :date, amount, payee_id, category_id, memo,
             'uncleared', 0, flag_color
         FROM scheduled_transactions WHERE id = :id",
        named_params! {":entered": entered, ":date": date, ":id": id},
    )?;
    if added == 0 {
        return Ok(());
    }
    let sql = "SELECT amount, category_id, position FROM scheduled_subtransactions
        WHERE scheduled_transaction_id = ?1";
    let lines: Vec<(i64, Option<String>, i64)> = collect(&scope.db, sql, [id], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    for (amount, category, position) in lines {
        scope.db.execute(
            "INSERT INTO subtransactions (id, transaction_id, position, amount, category_id)
             VALUES (?1, ?2, ?3, ?4, ?5)",
            (
                Uuid::new_v4().to_string(),
                &entered,
                position,
                amount,
                category,
            ),
        )?;
    }
    Ok(transfers::sync_mirror(scope, &entered)?)
}

fn parsed(date: &str) -> Result<Date, Failure> {
    date.parse()
        .map_err(|_| Failure::Internal(format!("{date} is not a date")))
}

/// Adds the lines to the rows that are splits.
fn attach_lines(scope: &Scope<'_>, rows: &mut [Value]) -> rusqlite::Result<()> {
    let sql = "SELECT * FROM scheduled_line_rows WHERE plan_id = ?1
        ORDER BY scheduled_transaction_id, position";
    let mut by_parent: HashMap<String, Vec<Value>> = HashMap::new();
    for (parent, line) in collect(&scope.db, sql, [&scope.plan.id], |row| {
        Ok((row.get("scheduled_transaction_id")?, line(scope, row)?))
    })? {
        by_parent.entry(parent).or_default().push(line);
    }
    for row in rows {
        let lines = row["id"].as_str().and_then(|id| by_parent.remove(id));
        row["subtransactions"] = json!(lines.unwrap_or_default());
    }
    Ok(())
}

fn detail(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(summary(scope, row)?
        .copy(&["account_name", "payee_name", "category_name"])?
        .build())
}

fn summary<'a, 's>(scope: &'a Scope<'_>, row: &'a Row<'s>) -> rusqlite::Result<Entity<'a, 's>> {
    Entity::of(row, &scope.money)
        .copy(&[
            "id",
            "date_first",
            "date_next",
            "frequency",
            "memo",
            "flag_color",
            "flag_name",
            "account_id",
            "payee_id",
            "category_id",
            "transfer_account_id",
        ])?
        .flags(&["deleted"])?
        .amounts(&["amount"])
}

fn line(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(Entity::of(row, &scope.money)
        .copy(&[
            "id",
            "scheduled_transaction_id",
            "memo",
            "payee_id",
            "payee_name",
            "category_id",
            "category_name",
            "transfer_account_id",
        ])?
        .flags(&["deleted"])?
        .amounts(&["amount"])?
        .build())
}
