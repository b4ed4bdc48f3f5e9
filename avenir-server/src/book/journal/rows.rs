//! Operations and their requests, as rows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use avenir_ynab::change::Edit;
use rusqlite::Row;
use serde::de::DeserializeOwned;

use crate::book::State;

/// An operation as it is written down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) operation_id: String,
    pub(crate) kind: String,
    pub(crate) plan_id: String,
    pub(crate) state: State,
    pub(crate) route: String,
    /// A keyed digest of it.
    pub(crate) fingerprint: String,
    /// Milliseconds since 1970.
    pub(crate) intended: i64,
    pub(crate) undoes: Option<String>,
    /// When the last of its requests was heard of, else `intended`.
    pub(in crate::book) heard: i64,
}

/// One request of an operation, as it is written down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenStep {
    pub(crate) number: i64,
    pub(crate) state: State,
    pub(crate) edits: Vec<Edit>,
    pub(crate) alike: Vec<String>,
}

pub(super) const COLUMNS: &str = "id, kind, plan_id, state, route, fingerprint, intended, undoes, \
     coalesce((SELECT max(finished) FROM steps WHERE operation_id = operations.id), intended)";

impl Entry {
    /// How long nothing was heard of it.
    pub(crate) fn age(&self) -> Duration {
        let millis = millis(SystemTime::now()).saturating_sub(self.heard);
        Duration::from_millis(millis.try_into().unwrap_or_default())
    }
}

pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        operation_id: row.get(0)?,
        kind: row.get(1)?,
        plan_id: row.get(2)?,
        state: State::from_word(&row.get::<_, String>(3)?),
        route: row.get(4)?,
        fingerprint: row.get(5)?,
        intended: row.get(6)?,
        undoes: row.get(7)?,
        heard: row.get(8)?,
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

pub(super) fn millis(time: SystemTime) -> i64 {
    whole_millis(time.duration_since(UNIX_EPOCH).unwrap_or_default())
}

pub(super) fn whole_millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
