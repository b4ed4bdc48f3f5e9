//! Queries for recovery: the operations in doubt, and the operations that explain the plan.

use std::time::SystemTime;

use rusqlite::params;

use super::{
    Entry, Journal, JournalError, Told, WrittenStep, millis,
    rows::{COLUMNS, STEP, entry, step},
};

impl Journal {
    /// Returns the operations in doubt of one plan or of all plans, oldest first. An operation that a
    /// reading left unknown is included only if it began after `since` and the reading was not final.
    pub(in crate::operations) async fn in_doubt(
        &self,
        plan_id: Option<&str>,
        since: SystemTime,
    ) -> Result<Vec<Entry>, JournalError> {
        let of = "WHERE (state = 'intended' OR state = 'unknown' AND intended >= ?2 \
                  AND NOT EXISTS (SELECT 1 FROM steps WHERE operation_id = operations.id AND looked)) \
                  AND (?1 IS NULL OR plan_id = ?1) ORDER BY rowid";
        let plan_id = plan_id.map(str::to_owned);
        self.run(move |connection| {
            connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM operations {of}"))?
                .query_map(params![plan_id, millis(since)], entry)?
                .collect()
        })
        .await
    }

    /// Returns an operation with all operations of its plan, in order, from the oldest one of the week
    /// before it that is still open.
    pub(in crate::operations) async fn history(&self, id: &str) -> Result<Vec<Told>, JournalError> {
        const WEEK: i64 = 7 * 24 * 60 * 60 * 1_000;
        let id = id.to_owned();
        self.run(move |connection| {
            let of = "WHERE plan_id = (SELECT plan_id FROM operations WHERE id = ?1) \
                      AND rowid >= coalesce((SELECT min(other.rowid) FROM operations AS other, \
                      operations AS this WHERE this.id = ?1 AND other.plan_id = this.plan_id \
                      AND other.state IN ('intended', 'unknown') \
                      AND other.intended >= this.intended - ?2), 0) ORDER BY rowid";
            let entries: Vec<Entry> = connection
                .prepare_cached(&format!("SELECT {COLUMNS} FROM operations {of}"))?
                .query_map(params![id, WEEK], entry)?
                .collect::<rusqlite::Result<_>>()?;
            let mut steps = connection.prepare_cached(&format!(
                "SELECT {STEP} FROM steps WHERE operation_id = ?1 ORDER BY number"
            ))?;
            let told = |entry: Entry| {
                let steps = steps
                    .query_map([&entry.operation_id], step)?
                    .collect::<rusqlite::Result<_>>()?;
                Ok(Told { entry, steps })
            };
            entries.into_iter().map(told).collect()
        })
        .await
    }

    /// Returns the requests of an operation, in order.
    pub(in crate::operations) async fn steps(
        &self,
        id: &str,
    ) -> Result<Vec<WrittenStep>, JournalError> {
        let id = id.to_owned();
        self.run(move |connection| {
            let sql = format!("SELECT {STEP} FROM steps WHERE operation_id = ?1 ORDER BY number");
            connection
                .prepare_cached(&sql)?
                .query_map([id], step)?
                .collect()
        })
        .await
    }

    /// Returns the ids of everything that other operations created.
    pub(in crate::operations) async fn created_by_others(
        &self,
        id: &str,
    ) -> Result<Vec<String>, JournalError> {
        let id = id.to_owned();
        self.run(move |connection| {
            let sql = "SELECT json_extract(edit.value, '$.id') FROM steps, json_each(steps.edits) AS edit \
                       WHERE operation_id <> ?1 AND json_extract(edit.value, '$.before') IS NULL \
                       AND json_extract(edit.value, '$.field') IN ('transaction', 'new_category')";
            connection.prepare_cached(sql)?.query_map([id], |row| row.get(0))?.collect()
        })
        .await
    }
}
