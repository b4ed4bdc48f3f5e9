//! Accounts, with balances computed from their rows.

use rusqlite::{Row, named_params};
use serde_json::Value;

use super::{Scope, changed, collect};
use crate::answer::Entity;
use crate::failure::Failure;

const SELECT: &str = "SELECT a.*, b.balance, b.cleared_balance, b.uncleared_balance
    FROM accounts AS a JOIN account_balances AS b ON b.account_id = a.id
    WHERE a.plan_id = :plan";

/// Returns all accounts, or those that changed after `since`.
pub(crate) fn list(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "a", "a.id", "account");
    let sql = format!(
        "{SELECT} AND {changed}
         ORDER BY a.position"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| account(scope, row))
}

/// Returns one account that is not deleted.
pub(crate) fn get(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    let sql = format!("{SELECT} AND a.id = :id AND NOT a.deleted");
    let params = named_params! {":plan": scope.plan.id, ":id": id};
    Ok(scope
        .db
        .query_row(&sql, params, |row| account(scope, row))?)
}

fn account(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(Entity::of(row, &scope.money)
        .copy(&["id", "name", "type", "note", "transfer_payee_id"])?
        .flags(&["on_budget", "closed", "deleted"])?
        .amounts(&["balance", "cleared_balance", "uncleared_balance"])?
        .put("direct_import_linked", false.into())
        .put("direct_import_in_error", false.into())
        .nulls(&[
            "last_reconciled_at",
            "debt_original_balance",
            "debt_interest_rates",
            "debt_minimum_payments",
            "debt_escrow_amounts",
        ])
        .build())
}
