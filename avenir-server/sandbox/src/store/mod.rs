//! The SQLite database: its connection, tables and queries.
//!
//! `schema.sql` defines the tables, `changes.sql` the server knowledge, and `amounts.sql` and
//! `rows.sql` the views that compute everything else. Each module reads and writes one family of rows.

pub(crate) mod accounts;
pub(crate) mod arrange;
pub(crate) mod categories;
pub(crate) mod edit;
pub(crate) mod export;
pub(crate) mod months;
mod open;
mod patch;
pub(crate) mod payees;
pub(crate) mod plans;
pub(crate) mod schedules;
pub(crate) mod targets;
pub(crate) mod transactions;
pub(crate) mod transfers;

use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use jiff::civil::Date;
use rusqlite::{Connection, Params, Row, TransactionBehavior};

use crate::answer::Money;
use crate::failure::Failure;

pub use self::open::{OpenError, Store};
pub(crate) use self::patch::Patch;

/// The server's only connection. Other processes may have connections to the same file.
#[derive(Debug)]
pub(crate) struct Database {
    connection: Mutex<Connection>,
}

impl Database {
    /// Runs one request in one SQL transaction, which is committed if the request succeeds.
    pub(crate) fn run<T>(
        &self,
        today: Date,
        access: Access,
        work: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        // Ignore poisoning: a panic rolls the transaction back, so the connection stays consistent.
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        months::roll_on(&connection, today)?;
        schedules::enter_due(&mut connection, today)?;
        let behavior = match access {
            Access::Read => TransactionBehavior::Deferred,
            Access::Write => TransactionBehavior::Immediate,
        };
        let tx = connection.transaction_with_behavior(behavior)?;
        let answer = work(&tx)?;
        tx.commit()?;
        Ok(answer)
    }
}

/// A connection that caches its prepared statements. Most statements query views, which are slow to
/// prepare, and a request that changes many rows runs the same statement for each row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prepared<'a>(pub(crate) &'a Connection);

impl Prepared<'_> {
    pub(crate) fn execute(self, sql: &str, params: impl Params) -> rusqlite::Result<usize> {
        self.0.prepare_cached(sql)?.execute(params)
    }

    pub(crate) fn query_row<T>(
        self,
        sql: &str,
        params: impl Params,
        form: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        self.0.prepare_cached(sql)?.query_row(params, form)
    }
}

impl Deref for Prepared<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0
    }
}

/// The access that a request has to the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// The context of a request: a database snapshot, one plan and today's date.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) db: Prepared<'a>,
    pub(crate) plan: plans::Plan,
    pub(crate) money: Money,
    pub(crate) today: Date,
}

impl Scope<'_> {
    /// Returns the plan's server knowledge: the number of its newest change.
    pub(crate) fn knowledge(&self) -> rusqlite::Result<i64> {
        // Search backwards from the newest change. The `+` keeps SQLite from using the index on kind.
        let sql = "SELECT coalesce((SELECT knowledge FROM changes WHERE +plan_id = ?1
                 ORDER BY knowledge DESC LIMIT 1), 0)";
        self.db.query_row(sql, [&self.plan.id], |row| row.get(0))
    }
}

/// Returns the SQL condition of a list that may be a delta. Without `since` it selects the rows that
/// are not deleted; with `since`, the rows that have a later change of this kind, deleted or not.
/// `id` is the SQL expression that such a change names.
///
/// The two conditions differ so that SQLite can start from the changes. Both mention `:since` because
/// the callers always bind it.
fn changed(since: Option<i64>, row: &str, id: &str, kind: &str) -> String {
    match since {
        None => format!(":since IS NULL AND NOT {row}.deleted"),
        Some(_) => format!(
            "{id} IN (SELECT coalesce(entity, '') FROM changes
                 WHERE plan_id = :plan AND kind = '{kind}' AND knowledge > :since)"
        ),
    }
}

/// Returns all rows of a query, each converted by `form`.
fn collect<T>(
    db: &Connection,
    sql: &str,
    params: impl Params,
    form: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(sql)?.query_map(params, form)?.collect()
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    const TODAY: Date = Date::constant(2026, 3, 18);

    #[test]
    fn a_panic_keeps_nothing_and_breaks_nothing() {
        let database = Database::open(&Store::Memory, TODAY).unwrap();
        let count = |db: &Connection| {
            let sql = "SELECT count(*) FROM transactions WHERE deleted";
            Ok(db.query_row(sql, [], |row| row.get::<_, i64>(0))?)
        };
        let panicking = AssertUnwindSafe(|| {
            database.run(TODAY, Access::Write, |db| {
                db.execute("UPDATE transactions SET deleted = 1", [])?;
                assert_eq!(count(db).ok(), Some(0), "there are some, so this panics");
                Ok(())
            })
        });
        assert!(catch_unwind(panicking).is_err());
        assert_eq!(database.run(TODAY, Access::Read, count).unwrap(), 0);
    }
}
