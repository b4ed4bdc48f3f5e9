//! Operations and their requests, as rows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use avenir_ynab::change::Edit;
use rusqlite::Row;
use serde::de::DeserializeOwned;

use crate::operations::{
    State,
    clock::Stamp,
    explain::{OVER, UNHEARD},
};

/// An operation as the journal keeps it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) operation_id: String,
    pub(crate) kind: String,
    pub(crate) plan_id: String,
    pub(crate) state: State,
    pub(crate) route: String,
    /// A keyed digest of the change's fingerprint.
    pub(crate) fingerprint: String,
    /// When the intent was written down, in milliseconds since 1970.
    pub(crate) intended: i64,
    pub(crate) undoes: Option<String>,
    /// The same moment as `intended`.
    pub(in crate::operations) began: Stamp,
    /// When the last outcome of a request arrived, or when the operation began.
    pub(in crate::operations) heard: Stamp,
}

impl Entry {
    /// Returns how long after `heard` a request of the operation may still be applied.
    pub(in crate::operations) fn may_apply_for(&self) -> Duration {
        // No outcome arrived since the request went out.
        if self.state == State::Intended {
            UNHEARD
        } else {
            OVER
        }
    }
}

/// One request of an operation, as the journal keeps it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenStep {
    pub(crate) number: i64,
    pub(crate) state: State,
    pub(crate) edits: Vec<Edit>,
    pub(crate) candidates: Vec<String>,
    /// True if the state comes from reading the plan and not from an answer. Such a state is final,
    /// even if it is `Unknown`.
    pub(crate) reread: bool,
}

/// An operation with its requests.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::operations) struct Told {
    pub(in crate::operations) entry: Entry,
    pub(in crate::operations) steps: Vec<WrittenStep>,
}

pub(super) const COLUMNS: &str = "id, kind, plan_id, state, route, fingerprint, intended, undoes, clock, \
     (SELECT max(finished) FROM steps WHERE operation_id = operations.id), \
     (SELECT clock FROM steps WHERE operation_id = operations.id AND finished IS NOT NULL \
     ORDER BY finished DESC LIMIT 1)";

pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let stamp = |at: i64, clock: usize| -> rusqlite::Result<Stamp> {
        let clock: Option<String> = row.get(clock)?;
        Ok(Stamp::from_row(at, clock.as_deref()))
    };
    let began = stamp(row.get(6)?, 8)?;
    Ok(Entry {
        operation_id: row.get(0)?,
        kind: row.get(1)?,
        plan_id: row.get(2)?,
        state: State::from_word(&row.get::<_, String>(3)?),
        route: row.get(4)?,
        fingerprint: row.get(5)?,
        intended: row.get(6)?,
        undoes: row.get(7)?,
        heard: match row.get(9)? {
            Some(finished) => stamp(finished, 10)?,
            None => began.clone(),
        },
        began,
    })
}

pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("edits and ids are JSON")
}

pub(super) fn from_json<T: DeserializeOwned>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    let text: String = row.get(index)?;
    serde_json::from_str(&text).map_err(|error| {
        let kind = rusqlite::types::Type::Text;
        rusqlite::Error::FromSqlConversionFailure(index, kind, Box::new(error))
    })
}

pub(in crate::operations) fn millis(time: SystemTime) -> i64 {
    whole_millis(time.duration_since(UNIX_EPOCH).unwrap_or_default())
}

pub(super) fn whole_millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// The columns of a request of an operation.
pub(super) const STEP: &str = "number, state, edits, alike, looked";

pub(super) fn step(row: &Row<'_>) -> rusqlite::Result<WrittenStep> {
    Ok(WrittenStep {
        number: row.get(0)?,
        state: State::from_word(&row.get::<_, String>(1)?),
        edits: from_json(row, 2)?,
        candidates: from_json(row, 3)?,
        reread: row.get(4)?,
    })
}
