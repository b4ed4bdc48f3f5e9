use std::{
    fmt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use avenir_ynab::Change;
use confirm::Confirmed;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::State;

/// Operations on SQLite. What is written down is on the disk before the call returns.
#[derive(Clone)]
pub(crate) struct Journal(Arc<Mutex<Connection>>);

/// The version of the schema.
const VERSION: i64 = 1;

/// The journal could not be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error("the journal failed ({0}): check that its folder can be written and is not full")]
    Sqlite(#[from] rusqlite::Error),
    #[error(
        "the journal is of version {0}, which this server does not know: use the server that made it, or another file"
    )]
    Version(i64),
}

/// An operation as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) operation_id: String,
    pub(crate) kind: String,
    pub(crate) state: State,
    pub(crate) route: String,
    pub(crate) fingerprint: String,
}

impl Journal {
    /// The journal at `path`, made if it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self, JournalError> {
        Self::set_up(Connection::open(path)?)
    }

    /// A journal that ends with the process.
    pub(crate) fn in_memory() -> Result<Self, JournalError> {
        Self::set_up(Connection::open_in_memory()?)
    }

    fn set_up(connection: Connection) -> Result<Self, JournalError> {
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // A commit that could be lost in a power cut is no intent.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        match connection.pragma_query_value(None, "user_version", |row| row.get(0))? {
            0 => {
                connection.execute_batch(include_str!("schema.sql"))?;
                connection.pragma_update(None, "user_version", VERSION)?;
            }
            VERSION => {}
            other => return Err(JournalError::Version(other)),
        }
        Ok(Self(Arc::new(Mutex::new(connection))))
    }

    /// Writes down a change that is about to be made. Its id is that of its confirmation.
    pub(super) async fn intend<C: Change>(
        &self,
        change: &Confirmed<C>,
    ) -> Result<String, JournalError> {
        let subject = change.subject();
        let evidence = change.evidence().clone();
        let (plan_id, record) = (subject.plan_id().to_owned(), subject.record().to_string());
        let operation_id = evidence.id.clone();
        self.run(move |connection| {
            connection.execute(
                "INSERT INTO operations (id, kind, plan_id, fingerprint, route, \
                 asked, latency, intended, state, record) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    evidence.id,
                    C::KIND,
                    plan_id,
                    evidence.fingerprint.to_string(),
                    evidence.route.as_str(),
                    millis(evidence.asked),
                    whole_millis(evidence.latency),
                    millis(SystemTime::now()),
                    State::Intended.as_str(),
                    record,
                ],
            )
        })
        .await?;
        Ok(operation_id)
    }

    /// Writes down what came of the next request, and the state that it leaves the operation in.
    pub(super) async fn step(
        &self,
        operation_id: &str,
        step: State,
        state: State,
    ) -> Result<(), JournalError> {
        let id = operation_id.to_owned();
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO steps (operation_id, number, state, finished) \
                 SELECT ?1, COUNT(*), ?2, ?3 FROM steps WHERE operation_id = ?1",
                params![id, step.as_str(), millis(SystemTime::now())],
            )?;
            transaction.execute(
                "UPDATE operations SET state = ?2 WHERE id = ?1",
                params![id, state.as_str()],
            )?;
            transaction.commit()
        })
        .await
    }

    /// The operation of that id, which is its confirmation's.
    pub(super) async fn operation(&self, id: &str) -> Result<Option<Entry>, JournalError> {
        let id = id.to_owned();
        self.run(move |connection| {
            connection
                .query_row(
                    "SELECT id, kind, state, route, fingerprint FROM operations \
                     WHERE id = ?1",
                    [id],
                    entry,
                )
                .optional()
        })
        .await
    }

    /// Every operation, oldest first.
    pub(crate) async fn operations(&self) -> Result<Vec<Entry>, JournalError> {
        self.run(|connection| {
            connection
                .prepare(
                    "SELECT id, kind, state, route, fingerprint FROM operations ORDER BY rowid",
                )?
                .query_map([], entry)?
                .collect()
        })
        .await
    }

    /// Off the threads that serve requests: a commit waits for the disk.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, JournalError> {
        let connection = Arc::clone(&self.0);
        let done = tokio::task::spawn_blocking(move || {
            work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner))
        });
        match done.await {
            Ok(result) => Ok(result?),
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        }
    }
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let state: String = row.get(2)?;
    Ok(Entry {
        operation_id: row.get(0)?,
        kind: row.get(1)?,
        state: State::from_word(&state),
        route: row.get(3)?,
        fingerprint: row.get(4)?,
    })
}

impl State {
    /// The word in the journal.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Intended => "intended",
            Self::Applied => "applied",
            Self::Refused => "refused",
            Self::Partial => "partial",
            Self::Unknown => "unknown",
        }
    }

    /// A word that is none of ours says nothing about what landed.
    fn from_word(word: &str) -> Self {
        [Self::Intended, Self::Applied, Self::Refused, Self::Partial]
            .into_iter()
            .find(|state| state.as_str() == word)
            .unwrap_or(Self::Unknown)
    }
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
