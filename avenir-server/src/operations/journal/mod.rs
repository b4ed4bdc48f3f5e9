//! The journal: operations in SQLite.

mod decisions;
mod history;
mod key;
mod open;
mod rows;

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use avenir_ynab::change::Edit;
use confirm::Evidence;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

pub(super) use self::rows::{Told, millis};
pub(crate) use self::{
    decisions::Decided,
    rows::{Entry, WrittenStep},
};
use self::{
    open::{FileId, identity},
    rows::{COLUMNS, entry, json, whole_millis},
};
use super::{State, clock::Stamp, seal::Seal};

/// The journal of all operations, in SQLite. Each call returns after its data is on the disk.
#[derive(Clone)]
pub(crate) struct Journal {
    connection: Arc<Mutex<Connection>>,
    seal: Seal,
    path: Option<PathBuf>,
    /// The identity of the file that was opened.
    file: Option<FileId>,
}

/// An error that keeps the journal from being used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error("the journal failed ({0}): check that its folder can be written and is not full")]
    Sqlite(rusqlite::Error),
    #[error("the file is not a journal of this server, or it is damaged: {KEEP}")]
    NotOurs,
    #[error("the journal is damaged: {KEEP}")]
    Damaged,
    #[error(
        "the key of the journal is not in {}: put the file back that was there, or name another journal", .0.display()
    )]
    NoKey(PathBuf),
    #[error("the journal failed ({0}): check that its folder can be written and is not full")]
    File(#[from] std::io::Error),
    #[error("the journal was moved or deleted while the server runs: start the server again")]
    Moved,
    #[error(
        "the journal is of version {0}, which this server does not know: use the server that made it, or another file"
    )]
    Version(i64),
    #[error(
        "the file holds the journal of avenir-mcp, whose operations this server cannot undo: keep it, and name another file"
    )]
    Legacy,
}

/// Advice for a file that cannot be read.
const KEEP: &str = "keep it, save what can be read with `sqlite3 THE_FILE .recover > saved.sql`, and \
    name another file";

/// An operation that is about to be made.
#[derive(Debug)]
pub(super) struct Intent {
    pub(super) kind: &'static str,
    pub(super) plan_id: String,
    pub(super) evidence: Evidence,
    pub(super) undoes: Option<String>,
    /// The requests: for each, the ids of what already looks like its creates, and its edits.
    pub(super) steps: Vec<(Vec<String>, Vec<Edit>)>,
}

impl Journal {
    pub(super) fn seal(&self) -> &Seal {
        &self.seal
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Writes down a change that is about to be made, under the id of its confirmation.
    pub(super) async fn intend(&self, intent: Intent) -> Result<(), JournalError> {
        // An intent in a file that was moved or deleted would not be found again.
        if self.path.as_deref().and_then(identity) != self.file {
            return Err(JournalError::Moved);
        }
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
            let now = Stamp::now();
            transaction.execute(
                "INSERT INTO operations (id, kind, plan_id, fingerprint, route, asked, latency, \
                 intended, state, undoes, clock) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                params![
                    evidence.id,
                    kind,
                    plan_id,
                    seal.change(&evidence.fingerprint.to_string()),
                    evidence.route.as_str(),
                    millis(evidence.asked),
                    whole_millis(evidence.latency),
                    now.at,
                    State::Intended.as_str(),
                    undoes,
                    now.clock(),
                ],
            )?;
            for (number, (candidates, edits)) in (0_i64..).zip(steps) {
                transaction.execute(
                    "INSERT INTO steps (operation_id, number, state, edits, alike) \
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![
                        evidence.id,
                        number,
                        State::Intended.as_str(),
                        json(&seal.edits(edits)),
                        json(&candidates),
                    ],
                )?;
            }
            transaction.commit()
        })
        .await
    }

    /// Writes down the outcome of a request, with the ids of what it created if it was applied. If
    /// `reread` is true, the outcome comes from reading the plan and is final.
    pub(super) async fn step(
        &self,
        operation_id: &str,
        number: i64,
        state: State,
        edits: Option<Vec<Edit>>,
        reread: bool,
    ) -> Result<(), JournalError> {
        let id = operation_id.to_owned();
        let edits = edits.map(|edits| json(&self.seal.edits(edits)));
        self.run(move |connection| {
            let now = Stamp::now();
            connection.execute(
                // Reading the plan is not an answer to the request, so it sets no time of an answer.
                "UPDATE steps SET state = ?3, edits = coalesce(?4, edits), looked = ?5, \
                 clock = CASE WHEN ?5 OR finished IS NOT NULL THEN clock ELSE ?7 END, \
                 finished = CASE WHEN ?5 THEN finished ELSE coalesce(finished, ?6) END \
                 WHERE operation_id = ?1 AND number = ?2",
                params![
                    id,
                    number,
                    state.as_str(),
                    edits,
                    reread,
                    now.at,
                    now.clock()
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Writes down the state of an operation. If it is an undo, marks the operation that it took back.
    pub(super) async fn end(&self, operation_id: &str, state: State) -> Result<(), JournalError> {
        let id = operation_id.to_owned();
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "UPDATE operations SET state = ?2 WHERE id = ?1",
                params![id, state.as_str()],
            )?;
            // After a partial undo the rest can still be undone.
            if state == State::Applied {
                undo_chain(&transaction, &id)?;
            }
            transaction.commit()
        })
        .await
    }

    /// Returns the operation with that id, which is the id of its confirmation.
    pub(super) async fn operation(&self, id: &str) -> Result<Option<Entry>, JournalError> {
        self.one("WHERE id = ?1", [id.to_owned()]).await
    }

    /// Returns the newest operation, of one plan or of all plans, that changed something or may have.
    /// Passes over an import whose outcome is unknown, because an import cannot be taken back.
    pub(super) async fn newest(
        &self,
        plan_id: Option<&str>,
    ) -> Result<Option<Entry>, JournalError> {
        let of = "WHERE (?1 IS NULL OR plan_id = ?1) AND state NOT IN ('refused', 'undone') \
                  AND (state NOT IN ('intended', 'unknown') OR EXISTS (SELECT 1 FROM steps \
                  WHERE operation_id = operations.id AND edits <> '[]')) \
                  ORDER BY rowid DESC LIMIT 1";
        self.one(of, [plan_id.map(str::to_owned)]).await
    }

    /// Returns the newest operation that made the same change after `since`, or that may have made it at
    /// any time.
    pub(super) async fn same_since(
        &self,
        plan_id: &str,
        fingerprint: &str,
        since: SystemTime,
    ) -> Result<Option<Entry>, JournalError> {
        let of = "WHERE plan_id = ?1 AND fingerprint = ?2 \
                  AND (state IN ('intended', 'unknown') \
                  OR state IN ('applied', 'partial') AND intended >= CAST(?3 AS INTEGER)) \
                  ORDER BY rowid DESC LIMIT 1";
        let since = millis(since).to_string();
        let change = self.seal.change(fingerprint);
        self.one(of, [plan_id.to_owned(), change, since]).await
    }

    /// Returns every operation, oldest first.
    pub(crate) async fn operations(&self) -> Result<Vec<Entry>, JournalError> {
        self.run(|connection| {
            connection
                .prepare(&format!("SELECT {COLUMNS} FROM operations ORDER BY rowid"))?
                .query_map([], entry)?
                .collect()
        })
        .await
    }

    async fn one<const N: usize>(
        &self,
        of: &'static str,
        params: [impl rusqlite::ToSql + Send + 'static; N],
    ) -> Result<Option<Entry>, JournalError> {
        self.run(move |connection| {
            let sql = format!("SELECT {COLUMNS} FROM operations {of}");
            connection
                .prepare_cached(&sql)?
                .query_row(rusqlite::params_from_iter(params), entry)
                .optional()
        })
        .await
    }

    /// Runs `work` off the threads that serve requests, because a commit waits for the disk.
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

/// Marks the operation that this one took back as undone, the one that that one took back as applied
/// again, and so on.
fn undo_chain(transaction: &rusqlite::Transaction<'_>, id: &str) -> rusqlite::Result<()> {
    let undoes = "SELECT undoes FROM operations WHERE id = ?1";
    let mut taken: Option<String> = transaction.query_row(undoes, [id], |row| row.get(0))?;
    let mut undone = true;
    while let Some(id) = taken {
        let set = if undone {
            "UPDATE operations SET state = 'undone' WHERE id = ?1"
        } else {
            "UPDATE operations SET state = CASE WHEN EXISTS (SELECT 1 FROM steps \
             WHERE operation_id = ?1 AND state <> 'applied') THEN 'partial' ELSE 'applied' END \
             WHERE id = ?1"
        };
        transaction.execute(set, [&id])?;
        undone = !undone;
        taken = transaction.query_row(undoes, [&id], |row| row.get(0))?;
    }
    Ok(())
}

impl JournalError {
    /// Returns what kind of error it is, as one word for a log.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Sqlite(error) => match error.sqlite_error_code() {
                Some(code) => format!("sqlite_{code:?}"),
                None => "sqlite".into(),
            },
            Self::File(error) => format!("{:?}", error.kind()),
            Self::NotOurs => "not_ours".into(),
            Self::Damaged => "damaged".into(),
            Self::NoKey(_) => "no_key".into(),
            Self::Moved => "moved".into(),
            Self::Version(_) => "version".into(),
            Self::Legacy => "legacy".into(),
        }
    }
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged,
            _ => Self::Sqlite(error),
        }
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}
