//! Opening a database: in memory or in a file, new or existing.

use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use jiff::civil::Date;
use rusqlite::{Connection, TransactionBehavior};

use super::Database;
use crate::demo;

/// "avnr" in ASCII. The file carries this id, so another database is not mistaken for a sandbox.
const APPLICATION_ID: i32 = 0x6176_6e72;
/// The version of the tables. Views are not versioned: with older views a file is only slower.
const SCHEMA_VERSION: i32 = 2;

/// The capacity of the statement cache: enough for the statements of all routes.
const STATEMENTS: usize = 128;

/// The place where a sandbox keeps its rows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Store {
    /// In memory, until the sandbox is dropped.
    Memory,
    /// In an SQLite file, which is created if it does not exist. Other connections may read and write
    /// the file at the same time.
    File(PathBuf),
}

impl Database {
    /// Opens the store and fills it with the demo plans if it is new.
    pub(crate) fn open(store: &Store, today: Date) -> Result<Self, OpenError> {
        let mut connection = match store {
            Store::Memory => Connection::open_in_memory()?,
            Store::File(path) => Connection::open(path)?,
        };
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Begin an immediate transaction, so that two processes cannot both fill a new file.
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
            // Use a write-ahead log, so that readers and writers do not wait for each other. The
            // mode is set only here because a file refused above must stay untouched.
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

/// The reason why a store could not be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The file is a database of another program.
    Foreign,
    /// The file was created by a sandbox with this other schema version.
    Version(i32),
    /// SQLite failed.
    Sqlite(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "not a sandbox's database: choose another file"),
            Self::Version(version) => {
                write!(
                    f,
                    "the file has schema version {version}, which this sandbox cannot read: choose another file"
                )
            }
            Self::Sqlite(_) => write!(f, "cannot open the sandbox's database"),
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
