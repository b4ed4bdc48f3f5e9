//! Making a journal, and finding it again.

use std::{
    fs::File,
    io::Read as _,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode};

use super::{Journal, JournalError};
use crate::book::seal::Seal;

/// How long to wait for another process that has the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The version of the schema.
const VERSION: i64 = 3;
/// What version 2 lacks.
const FROM_2: &str = "ALTER TABLE operations ADD COLUMN clock TEXT; \
     ALTER TABLE steps ADD COLUMN clock TEXT; \
     ALTER TABLE steps ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;";

impl Journal {
    /// The journal at `path`, made if it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self, JournalError> {
        if is_legacy(path) {
            return Err(JournalError::Legacy);
        }
        // One name for one file: locks lie beside it. And SQLite reads meaning into some names.
        let path = std::path::absolute(path)?;
        let journal = Self::set_up(Connection::open(&path)?)?;
        let path = path.canonicalize()?;
        Ok(Self {
            file: identity(&path),
            path: Some(path),
            ..journal
        })
    }

    /// A journal that ends with the process.
    pub(crate) fn in_memory() -> Result<Self, JournalError> {
        Self::set_up(Connection::open_in_memory()?)
    }

    fn set_up(mut connection: Connection) -> Result<Self, JournalError> {
        connection.busy_timeout(PATIENCE)?;
        to_wal(&connection)?;
        // A commit that could be lost in a power cut is no intent.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // In KiB. Hardly a page is read twice, so it need not keep SQLite's 2 MB of them.
        connection.pragma_update(None, "cache_size", -256)?;
        // Of several processes one makes the tables.
        let making =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        match making.pragma_query_value(None, "user_version", |row| row.get(0))? {
            0 => {
                let tables = "SELECT count(*) FROM sqlite_master";
                if making.query_row(tables, [], |row| row.get::<_, i64>(0))? > 0 {
                    return Err(JournalError::NotOurs);
                }
                making.execute_batch(include_str!("schema.sql"))?;
                making.execute("INSERT INTO meta (key) VALUES (randomblob(32))", [])?;
                making.pragma_update(None, "user_version", VERSION)?;
            }
            2 => {
                making.execute_batch(FROM_2)?;
                making.pragma_update(None, "user_version", VERSION)?;
            }
            VERSION => {}
            other => return Err(JournalError::Version(other)),
        }
        let key = making.query_row("SELECT key FROM meta", [], |row| row.get(0))?;
        making.commit()?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            seal: Seal::new(key),
            path: None,
            file: None,
        })
    }
}

/// Device and number of a file.
pub(super) type FileId = (u64, u64);

/// Which file has that name now. Elsewhere a file that is open keeps its name.
pub(super) fn identity(path: &Path) -> Option<FileId> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let file = path.metadata().ok()?;
        Some((file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    {
        _ = path;
        None
    }
}

/// Of two processes that make a file at the same time, SQLite refuses one at once: waiting, each
/// could wait for the other.
fn to_wal(connection: &Connection) -> rusqlite::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && Instant::now() < deadline =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
}

/// avenir-mcp writes JSON, one object a line.
fn is_legacy(path: &Path) -> bool {
    let mut first = [0; 64];
    let read = File::open(path).and_then(|mut file| file.read(&mut first));
    let read = read.unwrap_or_default();
    first[..read].trim_ascii_start().starts_with(b"{")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An intent that a power cut takes away is none.
    #[test]
    fn what_is_written_down_is_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("journal.db")).unwrap();
        let connection = journal.connection.lock().unwrap();
        let pragma = |name: &str| {
            let mode = connection
                .pragma_query_value(None, name, |row| row.get::<_, rusqlite::types::Value>(0));
            format!("{:?}", mode.unwrap())
        };
        assert_eq!(pragma("journal_mode"), "Text(\"wal\")");
        // FULL: each commit waits for the disk.
        assert_eq!(pragma("synchronous"), "Integer(2)");
    }
}
