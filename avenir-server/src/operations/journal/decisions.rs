use std::{sync::PoisonError, time::SystemTime};

use confirm::{Decision, Route};
use rusqlite::params;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::{Journal, JournalError, rows::millis};

/// A decision as it is written down.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    /// When it was made, in milliseconds since 1970.
    pub(crate) at: i64,
    pub(crate) kind: String,
    pub(crate) change: Option<String>,
    pub(crate) confirmation: Option<String>,
    pub(crate) route: Option<String>,
    pub(crate) outcome: String,
    pub(crate) latency_ms: Option<i64>,
}

impl Journal {
    /// Writes a decision down before the answer goes out. If that fails, the answer still goes out,
    /// because every write to the plan has an intent of its own.
    pub(in crate::operations) fn decided(&self, decision: &Decision) {
        let at = millis(SystemTime::now());
        let write = || {
            let connection = self.connection.lock();
            connection.unwrap_or_else(PoisonError::into_inner).execute(
                "INSERT INTO decisions (at, kind, change, confirmation, route, outcome, \
                 latency_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    at,
                    decision.kind,
                    decision
                        .change
                        .as_deref()
                        .map(|change| self.seal.change(change)),
                    decision.confirmation,
                    decision.route.map(Route::as_str),
                    decision.outcome.as_str(),
                    decision.latency_ms.and_then(|ms| i64::try_from(ms).ok()),
                ],
            )
        };
        // On a runtime with several threads, let the others go on meanwhile.
        let others = Handle::try_current()
            .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
        let written = if others {
            tokio::task::block_in_place(write)
        } else {
            write()
        };
        if let Err(error) = written {
            let error = JournalError::from(error).kind();
            tracing::error!(error, "the journal lost a decision");
        }
    }

    /// Returns every decision, oldest first.
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
}
