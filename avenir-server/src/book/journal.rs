use std::{
    fmt,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use avenir_ynab::change::Edit;
use confirm::{Decision, Evidence, Route};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::{State, seal::Seal};

/// Operations on SQLite. What is written down is on the disk before the call returns.
#[derive(Clone)]
pub(crate) struct Journal {
    connection: Arc<Mutex<Connection>>,
    seal: Seal,
    path: Option<PathBuf>,
}

/// How long to wait for another process that has the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The version of the schema.
const VERSION: i64 = 2;

/// The journal could not be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error("the journal failed ({0}): check that its folder can be written and is not full")]
    Sqlite(#[from] rusqlite::Error),
    #[error(
        "the journal is of version {0}, which this server does not know: use the server that made it, or another file"
    )]
    Version(i64),
    #[error(
        "the file holds the journal of avenir-mcp, whose operations this server cannot undo: keep it, and name another file"
    )]
    Legacy,
}

/// An operation that is about to be made.
#[derive(Debug)]
pub(super) struct Intent {
    pub(super) kind: &'static str,
    pub(super) plan_id: String,
    pub(super) evidence: Evidence,
    pub(super) undoes: Option<String>,
    /// Its requests: what each changes, and what looks like what it creates.
    pub(super) steps: Vec<(Vec<Edit>, Vec<String>)>,
}

/// An operation as it is written down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) operation_id: String,
    pub(crate) kind: String,
    pub(crate) plan_id: String,
    pub(crate) state: State,
    pub(crate) route: String,
    pub(crate) fingerprint: String,
    /// Milliseconds since 1970.
    pub(crate) intended: i64,
    pub(crate) undoes: Option<String>,
}

/// A decision as it is written down.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    /// Milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) kind: String,
    pub(crate) change: Option<String>,
    pub(crate) confirmation: Option<String>,
    pub(crate) route: Option<String>,
    pub(crate) outcome: String,
    pub(crate) latency_ms: Option<i64>,
}

/// One request of an operation, as it is written down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenStep {
    pub(crate) number: i64,
    pub(crate) state: State,
    pub(crate) edits: Vec<Edit>,
    pub(crate) alike: Vec<String>,
}

const COLUMNS: &str = "id, kind, plan_id, state, route, fingerprint, intended, undoes";

impl Journal {
    /// The journal at `path`, made if it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self, JournalError> {
        if is_legacy(path) {
            return Err(JournalError::Legacy);
        }
        Self::set_up(Connection::open(path)?, Some(path.to_owned()))
    }

    /// A journal that ends with the process.
    pub(crate) fn in_memory() -> Result<Self, JournalError> {
        Self::set_up(Connection::open_in_memory()?, None)
    }

    fn set_up(mut connection: Connection, path: Option<PathBuf>) -> Result<Self, JournalError> {
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
                making.execute_batch(include_str!("schema.sql"))?;
                making.execute("INSERT INTO meta (key) VALUES (randomblob(32))", [])?;
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
            path,
        })
    }

    pub(super) fn seal(&self) -> &Seal {
        &self.seal
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Writes down a change that is about to be made, under the id of its confirmation.
    pub(super) async fn intend(&self, intent: Intent) -> Result<(), JournalError> {
        let seal = self.seal.clone();
        self.run(move |connection| {
            let Intent {
                kind,
                plan_id,
                evidence,
                undoes,
                steps,
            } = intent;
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO operations (id, kind, plan_id, fingerprint, route, asked, latency, \
                 intended, state, undoes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    evidence.id,
                    kind,
                    plan_id,
                    evidence.fingerprint.to_string(),
                    evidence.route.as_str(),
                    millis(evidence.asked),
                    whole_millis(evidence.latency),
                    millis(SystemTime::now()),
                    State::Intended.as_str(),
                    undoes,
                ],
            )?;
            for (number, (edits, alike)) in (0_i64..).zip(steps) {
                transaction.execute(
                    "INSERT INTO steps (operation_id, number, state, edits, alike) \
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![
                        evidence.id,
                        number,
                        State::Intended.as_str(),
                        json(&seal.edits(edits)),
                        json(&alike),
                    ],
                )?;
            }
            transaction.commit()
        })
        .await
    }

    /// Writes down what came of a request; with the ids of what it created, if it was applied.
    pub(super) async fn step(
        &self,
        operation_id: &str,
        number: i64,
        state: State,
        edits: Option<Vec<Edit>>,
    ) -> Result<(), JournalError> {
        let id = operation_id.to_owned();
        let edits = edits.map(|edits| json(&self.seal.edits(edits)));
        self.run(move |connection| {
            connection.execute(
                "UPDATE steps SET state = ?3, finished = ?4, edits = coalesce(?5, edits) \
                 WHERE operation_id = ?1 AND number = ?2",
                params![id, number, state.as_str(), millis(SystemTime::now()), edits],
            )?;
            Ok(())
        })
        .await
    }

    /// Writes down how far an operation came. What it takes back is undone as far as it came.
    pub(super) async fn end(&self, operation_id: &str, state: State) -> Result<(), JournalError> {
        let id = operation_id.to_owned();
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "UPDATE operations SET state = ?2 WHERE id = ?1",
                params![id, state.as_str()],
            )?;
            if matches!(state, State::Applied | State::Partial) {
                transaction.execute(
                    "UPDATE operations SET state = 'undone' \
                     WHERE id = (SELECT undoes FROM operations WHERE id = ?1)",
                    [&id],
                )?;
                // What an undone undo took back is there again.
                transaction.execute(
                    "UPDATE operations SET state = 'applied' WHERE id = ( \
                     SELECT taken.undoes FROM operations AS this \
                     JOIN operations AS taken ON taken.id = this.undoes WHERE this.id = ?1)",
                    [&id],
                )?;
            }
            transaction.commit()
        })
        .await
    }

    /// The operation of that id, which is its confirmation's.
    pub(super) async fn operation(&self, id: &str) -> Result<Option<Entry>, JournalError> {
        self.one("WHERE id = ?1", [id.to_owned()]).await
    }

    /// The newest operation of a plan.
    pub(super) async fn newest(&self, plan_id: &str) -> Result<Option<Entry>, JournalError> {
        let of = "WHERE plan_id = ?1 AND state <> 'refused' AND state <> 'undone' \
                  ORDER BY rowid DESC LIMIT 1";
        self.one(of, [plan_id.to_owned()]).await
    }

    /// The newest operation that made the same change since a moment, or may have.
    pub(super) async fn same_since(
        &self,
        plan_id: &str,
        fingerprint: &str,
        since: SystemTime,
    ) -> Result<Option<Entry>, JournalError> {
        let of = "WHERE plan_id = ?1 AND fingerprint = ?2 AND intended >= CAST(?3 AS INTEGER) \
                  AND state IN ('applied', 'partial', 'unknown') ORDER BY rowid DESC LIMIT 1";
        let since = millis(since).to_string();
        self.one(of, [plan_id.to_owned(), fingerprint.to_owned(), since])
            .await
    }

    /// Operations of which it is not known what landed, oldest first; of one plan, or of all. Those
    /// that a reading has left unknown only if they began since a moment.
    pub(super) async fn unsettled(
        &self,
        plan_id: Option<&str>,
        since: SystemTime,
    ) -> Result<Vec<Entry>, JournalError> {
        let of = "WHERE (state = 'intended' OR state = 'unknown' AND intended >= ?2) \
                  AND (?1 IS NULL OR plan_id = ?1) ORDER BY rowid";
        let plan_id = plan_id.map(str::to_owned);
        self.run(move |connection| {
            connection
                .prepare(&format!("SELECT {COLUMNS} FROM operations {of}"))?
                .query_map(params![plan_id, millis(since)], entry)?
                .collect()
        })
        .await
    }

    /// The requests of an operation, in order.
    pub(super) async fn steps(&self, id: &str) -> Result<Vec<WrittenStep>, JournalError> {
        let id = id.to_owned();
        self.run(move |connection| {
            let sql = "SELECT number, state, edits, alike FROM steps WHERE operation_id = ?1 \
                       ORDER BY number";
            connection
                .prepare(sql)?
                .query_map([id], |row| {
                    Ok(WrittenStep {
                        number: row.get(0)?,
                        state: State::from_word(&row.get::<_, String>(1)?),
                        edits: from_json(row, 2)?,
                        alike: from_json(row, 3)?,
                    })
                })?
                .collect()
        })
        .await
    }

    /// Every operation, oldest first.
    pub(crate) async fn operations(&self) -> Result<Vec<Entry>, JournalError> {
        self.run(|connection| {
            connection
                .prepare(&format!("SELECT {COLUMNS} FROM operations ORDER BY rowid"))?
                .query_map([], entry)?
                .collect()
        })
        .await
    }

    /// Writes a decision down before anyone hears of it. The answer goes out all the same where that
    /// fails: what is written to the plan has an intent of its own.
    pub(super) fn decided(&self, decision: &Decision) {
        let at = millis(SystemTime::now());
        let write = || {
            let connection = self.connection.lock();
            connection.unwrap_or_else(PoisonError::into_inner).execute(
                "INSERT INTO decisions (at, kind, change, confirmation, route, outcome, \
                 latency_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    at,
                    decision.kind,
                    decision.change,
                    decision.confirmation,
                    decision.route.map(Route::as_str),
                    decision.outcome.as_str(),
                    decision.latency_ms.and_then(|ms| i64::try_from(ms).ok()),
                ],
            )
        };
        // Where there are other threads, they go on.
        let others = Handle::try_current()
            .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
        let written = if others {
            tokio::task::block_in_place(write)
        } else {
            write()
        };
        if let Err(error) = written {
            tracing::error!(%error, "the journal lost a decision");
        }
    }

    /// Every decision, oldest first.
    pub(crate) async fn decisions(&self) -> Result<Vec<Decided>, JournalError> {
        self.run(|connection| {
            let sql = "SELECT at, kind, change, confirmation, route, outcome, latency_ms \
                       FROM decisions ORDER BY rowid";
            connection
                .prepare(sql)?
                .query_map([], |row| {
                    Ok(Decided {
                        at: row.get(0)?,
                        kind: row.get(1)?,
                        change: row.get(2)?,
                        confirmation: row.get(3)?,
                        route: row.get(4)?,
                        outcome: row.get(5)?,
                        latency_ms: row.get(6)?,
                    })
                })?
                .collect()
        })
        .await
    }

    async fn one<const N: usize>(
        &self,
        of: &'static str,
        params: [String; N],
    ) -> Result<Option<Entry>, JournalError> {
        self.run(move |connection| {
            let sql = format!("SELECT {COLUMNS} FROM operations {of}");
            connection
                .query_row(&sql, rusqlite::params_from_iter(params), entry)
                .optional()
        })
        .await
    }

    /// Off the threads that serve requests: a commit waits for the disk.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, JournalError> {
        let connection = Arc::clone(&self.connection);
        let done = tokio::task::spawn_blocking(move || {
            work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner))
        });
        match done.await {
            Ok(result) => Ok(result?),
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        }
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

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        operation_id: row.get(0)?,
        kind: row.get(1)?,
        plan_id: row.get(2)?,
        state: State::from_word(&row.get::<_, String>(3)?),
        route: row.get(4)?,
        fingerprint: row.get(5)?,
        intended: row.get(6)?,
        undoes: row.get(7)?,
    })
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("edits and ids are JSON")
}

fn from_json<T: DeserializeOwned>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    let text: String = row.get(index)?;
    serde_json::from_str(&text).map_err(|error| {
        let kind = rusqlite::types::Type::Text;
        rusqlite::Error::FromSqlConversionFailure(index, kind, Box::new(error))
    })
}

fn millis(time: SystemTime) -> i64 {
    whole_millis(time.duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn whole_millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
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
