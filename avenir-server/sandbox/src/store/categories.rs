//! Categories and their groups, with the amounts of one month.

use std::collections::HashMap;

use jiff::civil::Date;
use rusqlite::{Row, named_params};
use serde_json::{Value, json};

use super::{Scope, changed, collect, targets};
use crate::answer::Entity;
use crate::clock::month_of;
use crate::failure::Failure;

const SELECT: &str = "SELECT c.*, g.name AS category_group_name, g.internal,
        m.month, m.budgeted, m.activity, m.balance
    FROM categories AS c
    JOIN category_groups AS g ON g.id = c.category_group_id
    JOIN category_months AS m ON m.plan_id = c.plan_id AND m.category_id = c.id
    WHERE c.plan_id = :plan";

/// The id under which the changes of a category are recorded; Uncategorized has the empty id. Any
/// spending can move a card payment category, so it counts as changed with every changed category.
const CHANGED_AS: &str = "CASE c.role
    WHEN 'card' THEN (
        SELECT coalesce(entity, '') FROM changes
        WHERE plan_id = :plan AND kind = 'category' ORDER BY knowledge DESC LIMIT 1)
    WHEN 'uncategorized' THEN '' ELSE c.id END";

const ORDER: &str = "ORDER BY g.position, c.position";

/// Returns the categories with the current month's amounts, or those that changed after `since`.
pub(crate) fn list(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "c", CHANGED_AS, "category");
    let sql = format!("{SELECT} AND m.month = :month AND {changed} {ORDER}");
    let params = named_params! {
        ":plan": scope.plan.id,
        ":month": month_of(scope.today).to_string(),
        ":since": since,
    };
    collect(&scope.db, &sql, params, |row| category(scope, row))
}

/// Returns every category that is not deleted, with the amounts of `month`.
pub(crate) fn of_month(scope: &Scope<'_>, month: Date) -> rusqlite::Result<Vec<Value>> {
    let sql = format!("{SELECT} AND m.month = :month AND NOT c.deleted {ORDER}");
    let params = named_params! {":plan": scope.plan.id, ":month": month.to_string()};
    collect(&scope.db, &sql, params, |row| category(scope, row))
}

/// Returns every category that is not deleted, grouped by month, with each month's amounts.
pub(crate) fn by_month(scope: &Scope<'_>) -> rusqlite::Result<HashMap<String, Vec<Value>>> {
    let sql = format!("{SELECT} AND NOT c.deleted {ORDER}");
    let params = named_params! {":plan": scope.plan.id};
    let rows = collect(&scope.db, &sql, params, |row| {
        Ok((row.get::<_, String>("month")?, category(scope, row)?))
    })?;
    let mut by_month: HashMap<String, Vec<Value>> = HashMap::new();
    for (month, category) in rows {
        by_month.entry(month).or_default().push(category);
    }
    Ok(by_month)
}

/// Returns one category with the amounts of `month`.
pub(crate) fn get(scope: &Scope<'_>, id: &str, month: Date) -> Result<Value, Failure> {
    let sql = format!("{SELECT} AND m.month = :month AND c.id = :id AND NOT c.deleted");
    let params = named_params! {":plan": scope.plan.id, ":id": id, ":month": month.to_string()};
    Ok(scope
        .db
        .query_row(&sql, params, |row| category(scope, row))?)
}

/// Returns the groups without their categories, or those that changed after `since`.
pub(crate) fn groups(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "g", "g.id", "group");
    let sql = format!(
        "SELECT * FROM category_groups AS g WHERE g.plan_id = :plan AND {changed}
         ORDER BY g.position"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| group(scope, row))
}

/// Returns one group without its categories.
pub(crate) fn get_group(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    let sql = "SELECT * FROM category_groups WHERE plan_id = ?1 AND id = ?2 AND NOT deleted";
    Ok(scope
        .db
        .query_row(sql, [&scope.plan.id, id], |row| group(scope, row))?)
}

/// Returns the groups with their categories. A delta also holds each group that has a changed
/// category.
pub(crate) fn grouped(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let categories = list(scope, since)?;
    let changed = groups(scope, since)?;
    let mut answer = Vec::new();
    for mut group in groups(scope, None)?.into_iter().chain(gone(&changed)) {
        let own: Vec<&Value> = categories
            .iter()
            .filter(|category| category["category_group_id"] == group["id"])
            .collect();
        if since.is_none() || !own.is_empty() || changed.contains(&group) {
            group["categories"] = json!(own);
            answer.push(group);
        }
    }
    Ok(answer)
}

/// Assigns exactly `budgeted` milliunits to a category in a month.
pub(crate) fn assign(
    scope: &Scope<'_>,
    id: &str,
    month: Date,
    budgeted: i64,
) -> Result<(), Failure> {
    let sql = "SELECT role FROM categories WHERE plan_id = ?1 AND id = ?2 AND NOT deleted";
    let role: String = scope
        .db
        .query_row(sql, [&scope.plan.id, id], |row| row.get(0))?;
    if matches!(role.as_str(), "inflow" | "uncategorized") {
        return Err(Failure::bad(
            "an internal category cannot be assigned money",
        ));
    }
    scope.db.execute(
        "INSERT INTO month_budgets (category_id, month, budgeted) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET budgeted = excluded.budgeted",
        (id, month.to_string(), budgeted),
    )?;
    Ok(())
}

fn gone(changed: &[Value]) -> impl Iterator<Item = Value> {
    changed
        .iter()
        .filter(|group| group["deleted"] == true)
        .cloned()
}

fn group(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(Entity::of(row, &scope.money)
        .copy(&["id", "name"])?
        .flags(&["hidden", "internal", "deleted"])?
        .build())
}

fn category(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    let entity = Entity::of(row, &scope.money)
        .copy(&[
            "id",
            "category_group_id",
            "category_group_name",
            "name",
            "note",
        ])?
        .flags(&["hidden", "internal", "deleted"])?
        .amounts(&["budgeted", "activity", "balance"])?
        .nulls(&["original_category_group_id"]);
    Ok(targets::describe(entity, row)?.build())
}
