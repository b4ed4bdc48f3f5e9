//! Opening a database: in memory or in a file, new or existing.

use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use jiff::civil::Date;
use rusqlite::{Connection, TransactionBehavior};

use super::Database;
use crate::demo;

/// Written into the file, so that no other database is taken for a sandbox: "avnr".
const APPLICATION_ID: i32 = 0x6176_6e72;
/// Of the tables. With older views a file is only slower.
const SCHEMA_VERSION: i32 = 2;

/// As many statements as there are, of all routes.
const STATEMENTS: usize = 128;

/// Where the rows are kept.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Store {
    /// In memory: gone when the sandbox is dropped.
    Memory,
    /// In an SQLite file, made if it is not there. Other connections may read and write it at the
    /// same time.
    File(PathBuf),
}

impl Database {
    /// Opens the store, and fills it with the demo plan if it is new.
    pub(crate) fn open(store: &Store, today: Date) -> Result<Self, OpenError> {
        let mut connection = match store {
            Store::Memory => Connection::open_in_memory()?,
            Store::File(path) => Connection::open(path)?,
        };
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Immediate: two processes that open a new file at once must not both fill it.
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        match (pragma(&tx, "application_id")?, pragma(&tx, "user_version")?) {
            (APPLICATION_ID, SCHEMA_VERSION) => {}
            (APPLICATION_ID, version) => return Err(OpenError::Version(version)),
            (0, 0) if is_empty(&tx)? => {
                tx.pragma_update(None, "application_id", APPLICATION_ID)?;
                tx.pragma_update(None, "user_version", SCHEMA_VERSION)?;
                tx.execute_batch(include_str!("schema.sql"))?;
                tx.execute_batch(include_str!("changes.sql"))?;
                tx.execute_batch(include_str!("amounts.sql"))?;
                tx.execute_batch(include_str!("rows.sql"))?;
                demo::fill(&tx, today)?;
            }
            _ => return Err(OpenError::Foreign),
        }
        tx.commit()?;
        if let Store::File(_) = store {
            // So that a reader elsewhere does not wait for a writer here, nor the other way round.
            // Only now: a file that is refused above is not touched.
            connection.pragma_update(None, "journal_mode", "wal")?;
        }
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }
}

fn pragma(db: &Connection, name: &str) -> rusqlite::Result<i32> {
    db.pragma_query_value(None, name, |row| row.get(0))
}

fn is_empty(db: &Connection) -> rusqlite::Result<bool> {
    db.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| {
        row.get(0)
    })
}

/// Why a store could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The file is a database of something else.
    Foreign,
    /// The file is a sandbox's, of this other schema version.
    Version(i32),
    /// SQLite failed.
    Sqlite(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "the file is a database, but not a sandbox's"),
            Self::Version(version) => {
                write!(
                    f,
                    "the file has schema version {version}, which this sandbox does not know"
                )
            }
            Self::Sqlite(_) => write!(f, "the sandbox's database cannot be opened"),
        }
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Sqlite(error) => Some(error.as_ref()),
            Self::Foreign | Self::Version(_) => None,
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(Box::new(error))
    }
}
