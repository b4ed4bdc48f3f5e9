//! Opens a journal, and makes it if it does not exist.

use std::{
    io::{self, ErrorKind, Read as _},
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::{Journal, JournalError, key::Keys};
use crate::{
    operations::seal::{Key, Seal},
    private,
};

/// The time to wait for another process that uses the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The version of the schema.
const VERSION: i64 = 3;
/// The version that held the key in the file, and fingerprints that anyone can recompute.
const WITH_KEY: i64 = 2;
/// The columns that version lacks.
const FROM_WITH_KEY: &str = "ALTER TABLE operations ADD COLUMN clock TEXT; \
     ALTER TABLE steps ADD COLUMN clock TEXT; \
     ALTER TABLE steps ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;";

/// The first bytes of every SQLite file.
const SQLITE: &[u8] = b"SQLite format 3\0";

impl Journal {
    /// Opens the journal at `path`, and makes it if it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self, JournalError> {
        // Use one path for one file, because the locks lie beside it and SQLite interprets some names.
        let path = std::path::absolute(path)?;
        let (folder, name) = path
            .parent()
            .zip(path.file_name())
            .ok_or_else(|| io::Error::new(ErrorKind::IsADirectory, "it is not a regular file"))?;
        private::make_folder(folder)?;
        // The folder may be a symbolic link, but the file itself must not be one.
        let path = folder.canonicalize()?.join(name);
        let mut file = private::open(&path)?;
        let mut start = Vec::new();
        file.by_ref().take(64).read_to_end(&mut start)?;
        if is_legacy(&start) {
            return Err(JournalError::Legacy);
        }
        // Close the file now: closing it later would release the locks that SQLite holds on it.
        drop(file);
        let keys = Keys::beside(&path);
        let opened = Self::open_ours(&path, &keys);
        opened.map_err(|error| match error {
            // The file does not look like a journal, and no key of an earlier journal is there.
            JournalError::Damaged if !start.starts_with(SQLITE) && !keys.exist() => {
                JournalError::NotOurs
            }
            error => error,
        })
    }

    fn open_ours(path: &Path, keys: &Keys) -> Result<Self, JournalError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        prove(&mut connection)?;
        // Change the permissions only of a file that proved to be a journal.
        private::close_to_others(path)?;
        let journal = Self::set_up(connection, keys)?;
        for side in ["-wal", "-shm"] {
            let mut name = path.as_os_str().to_owned();
            name.push(side);
            match private::close_to_others(Path::new(&name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(Self {
            file: identity(path),
            path: Some(path.to_owned()),
            ..journal
        })
    }

    /// Makes a journal that ends with the process.
    pub(crate) fn in_memory() -> Result<Self, JournalError> {
        Self::set_up(Connection::open_in_memory()?, &Keys::Memory)
    }

    fn set_up(mut connection: Connection, keys: &Keys) -> Result<Self, JournalError> {
        to_wal(&connection)?;
        // A commit must survive a power cut, or the intent is lost.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // In KiB. Pages are seldom read twice, so SQLite's default of 2 MB would be wasted.
        connection.pragma_update(None, "cache_size", -256)?;
        // Overwrite deleted content with zeros.
        connection.pragma_update(None, "secure_delete", true)?;
        // Let only one of several processes make the tables.
        let making = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i64 = making.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let seal = match version {
            0 => {
                let seal = Seal::new(keys.read_or_make()?);
                making.execute_batch(include_str!("schema.sql"))?;
                making.execute("INSERT INTO meta VALUES (?1)", [seal.check()])?;
                seal
            }
            WITH_KEY => {
                making.execute_batch(FROM_WITH_KEY)?;
                take_key_out(&making, keys)?
            }
            _ => Seal::new(keys.read()?),
        };
        let check: Key = making.query_row("SELECT key_check FROM meta", [], |row| row.get(0))?;
        if check != seal.check() {
            return Err(keys.missing());
        }
        if version != VERSION {
            making.pragma_update(None, "user_version", VERSION)?;
        }
        making.commit()?;
        if version == WITH_KEY {
            // Empty the write-ahead log, because the key must not stay in it. This fails while
            // another process reads; SQLite then empties the log when that process ends.
            _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            seal,
            path: None,
            file: None,
        })
    }
}

/// Fails if the file is not a journal or has an unknown version. Changes nothing.
fn prove(connection: &mut Connection) -> Result<(), JournalError> {
    // Ask both questions in one transaction, because another process may be making the tables.
    let now = connection.transaction()?;
    let version: i64 = now.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let count = |sql: &str| now.query_row(sql, [], |row| row.get::<_, i64>(0));
    let tables = count("SELECT count(*) FROM sqlite_master")?;
    let ours = count(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' \
         AND name IN ('meta', 'operations', 'steps', 'decisions')",
    )?;
    match version {
        0 if tables == 0 => Ok(()),
        WITH_KEY..=VERSION if ours == 4 => Ok(()),
        other if ours == 4 => Err(JournalError::Version(other)),
        _ => Err(JournalError::NotOurs),
    }
}

/// Moves the key of an older journal into its own file, and keys the fingerprints.
fn take_key_out(making: &Transaction<'_>, keys: &Keys) -> Result<Seal, JournalError> {
    let key: Key = making.query_row("SELECT key FROM meta", [], |row| row.get(0))?;
    // Write the new copy before the old one is deleted.
    keys.keep(&key)?;
    let seal = Seal::new(key);
    for (table, column) in [("operations", "fingerprint"), ("decisions", "change")] {
        let rows: Vec<(i64, String)> = making
            .prepare(&format!(
                "SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL"
            ))?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let sql = format!("UPDATE {table} SET {column} = ?2 WHERE rowid = ?1");
        let mut update = making.prepare(&sql)?;
        for (row, fingerprint) in rows {
            update.execute((row, seal.change(&fingerprint)))?;
        }
    }
    making.execute_batch("DROP TABLE meta; CREATE TABLE meta (key_check BLOB NOT NULL) STRICT")?;
    making.execute("INSERT INTO meta VALUES (?1)", [seal.check()])?;
    Ok(seal)
}

/// The device and inode numbers of a file.
pub(super) type FileId = (u64, u64);

/// Returns the identity of the file that has this path now. On systems other than Unix an open file
/// keeps its name, so this returns `None`.
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

/// Switches to the write-ahead log. If two processes do so at the same time, SQLite refuses one of
/// them without waiting, so this tries again.
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

/// Returns whether the file is a journal of avenir-mcp, which has one JSON object a line.
fn is_legacy(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(b"{")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that commits wait for the disk, so that a power cut takes no intent away.
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
