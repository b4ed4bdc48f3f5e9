//! Payees, including transfer payees.

use rusqlite::{OptionalExtension, Row, named_params};
use serde_json::Value;
use uuid::Uuid;

use super::{Scope, changed, collect};
use crate::answer::Entity;
use crate::failure::Failure;

/// Prefixes that a payee's name must not have, because they belong to YNAB.
const INTERNAL_NAMES: [&str; 5] = [
    "Transfer : ",
    "Starting Balance",
    "Manual Balance Adjustment",
    "Reconciliation Balance Adjustment",
    "Debt Charge",
];

/// Returns all payees, or those that changed after `since`.
pub(crate) fn list(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "p", "p.id", "payee");
    let sql = format!(
        "SELECT * FROM payees AS p WHERE p.plan_id = :plan AND {changed} ORDER BY p.name, p.id"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| payee(scope, row))
}

/// Returns one payee that is not deleted.
pub(crate) fn get(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    let sql = "SELECT * FROM payees WHERE plan_id = ?1 AND id = ?2 AND NOT deleted";
    Ok(scope
        .db
        .query_row(sql, [&scope.plan.id, id], |row| payee(scope, row))?)
}

fn payee(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(Entity::of(row, &scope.money)
        .copy(&["id", "name", "transfer_account_id"])?
        .flags(&["deleted"])?
        .build())
}

pub(crate) fn exists(scope: &Scope<'_>, id: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM payees WHERE plan_id = ?1 AND id = ?2 AND NOT deleted";
    scope
        .db
        .query_row(sql, [&scope.plan.id, id], |row| row.get(0))
}

/// Returns the id of the payee with exactly that name, and creates the payee if it does not exist.
/// Returns `None` for YNAB's own names.
pub(crate) fn named(scope: &Scope<'_>, name: &str) -> rusqlite::Result<Option<String>> {
    if INTERNAL_NAMES
        .iter()
        .any(|internal| name.starts_with(internal))
    {
        return Ok(None);
    }
    let sql = "SELECT id FROM payees
        WHERE plan_id = ?1 AND name = ?2 AND transfer_account_id IS NULL AND NOT deleted
        ORDER BY rowid LIMIT 1";
    let found: Option<String> = scope
        .db
        .query_row(sql, [&scope.plan.id, name], |row| row.get(0))
        .optional()?;
    match found {
        Some(id) => Ok(Some(id)),
        None => create(scope, name).map(Some),
    }
}

/// Creates a payee with any name and returns its id.
pub(crate) fn create(scope: &Scope<'_>, name: &str) -> rusqlite::Result<String> {
    let id = Uuid::new_v4().to_string();
    scope.db.execute(
        "INSERT INTO payees (id, plan_id, name) VALUES (?1, ?2, ?3)",
        [&id, &scope.plan.id, name],
    )?;
    Ok(id)
}
