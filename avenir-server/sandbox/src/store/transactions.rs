//! Lists of transactions, of the lines of splits, and of both side by side.

use std::collections::HashMap;

use jiff::civil::Date;
use rusqlite::types::ToSql;
use rusqlite::{Row, named_params};
use serde_json::Value;

use super::{Scope, changed, collect};
use crate::answer::Entity;
use crate::failure::Failure;

/// The filter of a list. An empty filter selects every transaction of the plan that is not deleted.
#[derive(Debug, Default, Clone)]
pub(crate) struct Filter {
    pub(crate) since_date: Option<Date>,
    pub(crate) until_date: Option<Date>,
    pub(crate) kind: Option<Kind>,
    /// Selects only rows that changed after this server knowledge, including deleted rows.
    pub(crate) since_knowledge: Option<i64>,
    pub(crate) of: Of,
}

impl Filter {
    /// Restricts the list to one month, which replaces the default window of one year.
    pub(crate) fn within(self, month: Date) -> Self {
        Self {
            since_date: Some(month),
            until_date: Some(month.last_of_month()),
            ..self
        }
    }
}

/// The owner of the listed transactions.
#[derive(Debug, Default, Clone)]
pub(crate) enum Of {
    #[default]
    Plan,
    Account(String),
    Category(String),
    Payee(String),
}

/// The value of the `type` parameter.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Uncategorized,
    Unapproved,
}

/// The conditions that all lists share. `t` is the row.
const MATCHES: &str = "t.plan_id = :plan
    AND (:since_date IS NULL OR t.date >= :since_date)
    AND (:until_date IS NULL OR t.date <= :until_date)
    AND CASE :kind WHEN 'uncategorized' THEN t.uncategorized WHEN 'unapproved' THEN NOT t.approved
        ELSE 1 END";

const COPIED: [&str; 16] = [
    "id",
    "date",
    "memo",
    "cleared",
    "flag_color",
    "flag_name",
    "account_id",
    "payee_id",
    "category_id",
    "transfer_account_id",
    "transfer_transaction_id",
    "matched_transaction_id",
    "import_id",
    "import_payee_name",
    "import_payee_name_original",
    "debt_transaction_type",
];

/// Returns transactions with the lines of their splits, oldest first.
pub(crate) fn list(scope: &Scope<'_>, filter: &Filter) -> rusqlite::Result<Vec<Value>> {
    let account = match &filter.of {
        Of::Account(id) => Some(id),
        _ => None,
    };
    let changed = changed(filter.since_knowledge, "t", "t.id", "transaction");
    let sql = format!(
        "SELECT * FROM transaction_rows AS t WHERE {MATCHES}
            AND (:account IS NULL OR t.account_id = :account)
            AND {changed}
         ORDER BY t.date, t.sequence"
    );
    let mut rows = with_filter(scope, filter, |params| {
        let mut params = params.to_vec();
        params.push((":account", &account));
        collect(&scope.db, &sql, params.as_slice(), |row| detail(scope, row))
    })?;
    attach_lines(scope, &mut rows)?;
    Ok(rows)
}

/// Returns rows and lines of splits side by side, for one category or payee.
pub(crate) fn hybrid(scope: &Scope<'_>, filter: &Filter) -> rusqlite::Result<Vec<Value>> {
    let (condition, id) = match &filter.of {
        // Uncategorized holds every row that needs a category and lacks one.
        Of::Category(id) => (
            "NOT t.is_split AND (t.category_id = :of OR t.uncategorized AND EXISTS (
                SELECT 1 FROM categories WHERE id = :of AND role = 'uncategorized'))",
            id.as_str(),
        ),
        Of::Payee(id) => ("t.payee_id = :of", id.as_str()),
        Of::Plan | Of::Account(_) => (":of = ''", ""),
    };
    let changed = changed(filter.since_knowledge, "t", "t.changed_with", "transaction");
    let sql = format!(
        "SELECT * FROM hybrid_rows AS t WHERE {MATCHES} AND {condition}
            AND {changed}
         ORDER BY t.date, t.sequence, t.position"
    );
    with_filter(scope, filter, |params| {
        let mut params = params.to_vec();
        params.push((":of", &id));
        collect(&scope.db, &sql, params.as_slice(), |row| {
            Ok(summary(scope, row)?
                .copy(&[
                    "type",
                    "parent_transaction_id",
                    "account_name",
                    "payee_name",
                    "category_name",
                ])?
                .build())
        })
    })
}

/// Returns one transaction that is not deleted.
pub(crate) fn get(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    let found = by_id(scope, id)?;
    if found["deleted"] == true {
        Err(Failure::ResourceNotFound)
    } else {
        Ok(found)
    }
}

/// Returns one transaction, deleted or not.
pub(crate) fn by_id(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    let sql = "SELECT * FROM transaction_rows WHERE plan_id = ?1 AND id = ?2";
    let mut found = scope
        .db
        .query_row(sql, [&scope.plan.id, id], |row| detail(scope, row))?;
    attach_lines(scope, std::slice::from_mut(&mut found))?;
    Ok(found)
}

/// Returns transactions without names or lines, for the export.
pub(crate) fn summaries(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "t", "t.id", "transaction");
    let sql = format!(
        "SELECT * FROM transaction_rows AS t WHERE t.plan_id = :plan AND {changed}
         ORDER BY t.date, t.sequence"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| {
        Ok(summary(scope, row)?.build())
    })
}

/// Returns the lines of splits as a flat list, for the export.
pub(crate) fn lines(scope: &Scope<'_>, since: Option<i64>) -> rusqlite::Result<Vec<Value>> {
    let changed = changed(since, "s", "s.transaction_id", "transaction");
    let sql = format!(
        "SELECT * FROM line_rows AS s WHERE s.plan_id = :plan AND {changed}
         ORDER BY s.date, s.transaction_id, s.position"
    );
    let params = named_params! {":plan": scope.plan.id, ":since": since};
    collect(&scope.db, &sql, params, |row| line(scope, row))
}

fn with_filter<T>(
    scope: &Scope<'_>,
    filter: &Filter,
    run: impl FnOnce(&[(&str, &dyn ToSql)]) -> T,
) -> T {
    let since_date = filter.since_date.map(|date| date.to_string());
    let until_date = filter.until_date.map(|date| date.to_string());
    let kind = filter.kind.map(|kind| match kind {
        Kind::Uncategorized => "uncategorized",
        Kind::Unapproved => "unapproved",
    });
    run(named_params! {
        ":plan": scope.plan.id,
        ":since_date": since_date,
        ":until_date": until_date,
        ":kind": kind,
        ":since": filter.since_knowledge,
    })
}

/// Adds the lines to the rows that are splits.
fn attach_lines(scope: &Scope<'_>, rows: &mut [Value]) -> rusqlite::Result<()> {
    // A request that changes many rows calls this with one row at a time, so that case has its own
    // query. Both queries mention `?2` because it is always bound.
    let (only, sql) = match &*rows {
        [] => return Ok(()),
        [row] => (row["id"].as_str(), "s.transaction_id = ?2"),
        _ => (None, "?2 IS NULL"),
    };
    let sql = format!(
        "SELECT * FROM line_rows AS s WHERE s.plan_id = ?1 AND {sql}
         ORDER BY s.transaction_id, s.position"
    );
    let mut by_parent: HashMap<String, Vec<Value>> = HashMap::new();
    for (parent, line) in collect(&scope.db, &sql, (&scope.plan.id, only), |row| {
        Ok((row.get::<_, String>("transaction_id")?, line(scope, row)?))
    })? {
        by_parent.entry(parent).or_default().push(line);
    }
    for row in rows {
        let lines = row["id"].as_str().and_then(|id| by_parent.remove(id));
        row["subtransactions"] = lines.unwrap_or_default().into();
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
        .copy(&COPIED)?
        .flags(&["approved", "deleted"])?
        .amounts(&["amount"])
}

fn line(scope: &Scope<'_>, row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(Entity::of(row, &scope.money)
        .copy(&[
            "id",
            "transaction_id",
            "memo",
            "payee_id",
            "payee_name",
            "category_id",
            "category_name",
            "transfer_account_id",
            "transfer_transaction_id",
        ])?
        .flags(&["deleted"])?
        .amounts(&["amount"])?
        .build())
}
