//! A world for a test: a sandbox on a file, and the built server on it, over real stdio.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod over_http;
pub(crate) mod session;

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};

use avenir_sandbox::{Options, Running, Sandbox, Store, demo as known};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

/// The built server.
pub(crate) const SERVER: &str = env!("CARGO_BIN_EXE_avenir-server");

/// A sandbox, its database, and the journal of the servers that run on it.
pub(crate) struct World {
    folder: TempDir,
    pub(crate) sandbox: Option<Running>,
    pub(crate) base_url: String,
    pub(crate) token: String,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(Options::default()).await
    }

    /// Starts a sandbox without YNAB's hourly limit.
    pub(crate) async fn without_limit() -> Self {
        Self::with(Options::default().hourly_limit(None)).await
    }

    /// Starts a sandbox without YNAB's hourly limit, whose date is `today`.
    pub(crate) async fn on(today: avenir_sandbox::Date) -> Self {
        Self::with(Options::default().hourly_limit(None).today(today)).await
    }

    pub(crate) async fn with(options: Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plan.db");
        std::fs::copy(filled(), &file).unwrap();
        let sandbox = Sandbox::open(&Store::File(file), options).unwrap();
        let sandbox = sandbox.start(0).await.unwrap();
        Self {
            base_url: sandbox.base_url(),
            token: sandbox.token().to_owned(),
            folder,
            sandbox: Some(sandbox),
        }
    }

    pub(crate) fn journal_path(&self) -> PathBuf {
        self.folder.path().join("journal.db")
    }

    /// Returns the variables that a client sets for a server that writes to this world.
    pub(crate) fn environment(&self) -> Vec<(String, String)> {
        [
            ("YNAB_API_KEY", self.token.clone()),
            ("AVENIR_MCP_YNAB_URL", self.base_url.clone()),
            ("AVENIR_MCP_WRITE", "1".into()),
            (
                "AVENIR_MCP_JOURNAL",
                self.journal_path().display().to_string(),
            ),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }

    /// Returns the server's command with [`Self::environment`] and no other variable of the server.
    pub(crate) fn command(&self) -> Command {
        let mut command = server();
        command.envs(self.environment());
        command
    }

    /// Opens another connection to the plan's database.
    pub(crate) fn plan(&self) -> Connection {
        open(&self.folder.path().join("plan.db"))
    }

    pub(crate) fn category_of(&self, transaction: &str) -> Option<String> {
        let sql = "SELECT category_id FROM transactions WHERE id = ?1";
        self.plan()
            .query_row(sql, [transaction], |row| row.get(0))
            .unwrap()
    }

    /// Returns one text from the plan's database.
    pub(crate) fn text(&self, sql: &str, params: impl rusqlite::Params) -> Option<String> {
        self.plan()
            .query_row(sql, params, |row| row.get(0))
            .unwrap()
    }

    /// Returns one number from the plan's database.
    pub(crate) fn number(&self, sql: &str, params: impl rusqlite::Params) -> i64 {
        self.plan()
            .query_row(sql, params, |row| row.get(0))
            .unwrap()
    }

    /// Changes rows behind the server's back. Panics if no row changes.
    pub(crate) fn change(&self, sql: &str, params: impl rusqlite::Params) {
        assert_ne!(self.plan().execute(sql, params).unwrap(), 0, "{sql}");
    }

    /// Alters the sandbox's database so that the sandbox no longer behaves like YNAB.
    pub(crate) fn alter(&self, sql: &str) {
        self.plan().execute_batch(sql).unwrap();
    }

    /// Changes the category of a row behind the server's back.
    pub(crate) fn set_category(&self, transaction: &str, category: Option<&str>) {
        let sql = "UPDATE transactions SET category_id = ?2 WHERE id = ?1";
        assert_eq!(
            self.plan().execute(sql, (transaction, category)).unwrap(),
            1
        );
    }

    /// Returns how often a transaction has changed.
    pub(crate) fn changes_of(&self, transaction: &str) -> i64 {
        let sql = "SELECT COUNT(*) FROM changes WHERE kind = 'transaction' AND entity = ?1";
        self.plan()
            .query_row(sql, [transaction], |row| row.get(0))
            .unwrap()
    }

    /// Returns the key of the journal's digests.
    pub(crate) fn journal_key(&self) -> Vec<u8> {
        let text = std::fs::read_to_string(self.journal_key_path()).unwrap();
        URL_SAFE_NO_PAD.decode(text.trim()).unwrap()
    }

    pub(crate) fn journal_key_path(&self) -> PathBuf {
        let mut name = self.journal_path().into_os_string();
        name.push(".key");
        name.into()
    }

    /// Turns the journal into one of version 2: with the key in the file and without clocks.
    pub(crate) fn age_journal_to_version_2(&self) {
        let journal = self.journal();
        journal
            .execute_batch(
                "DROP TABLE meta; CREATE TABLE meta (key BLOB NOT NULL) STRICT; \
                 ALTER TABLE operations DROP COLUMN clock; ALTER TABLE steps DROP COLUMN clock; \
                 ALTER TABLE steps DROP COLUMN looked; PRAGMA user_version = 2",
            )
            .unwrap();
        journal
            .execute("INSERT INTO meta VALUES (?1)", [self.journal_key()])
            .unwrap();
        drop(journal);
        std::fs::remove_file(self.journal_key_path()).unwrap();
    }

    /// Opens another connection to the journal.
    pub(crate) fn journal(&self) -> Connection {
        open(&self.journal_path())
    }

    /// Returns texts from the journal. The list is empty until the journal has tables.
    pub(crate) fn journal_texts(&self, sql: &str) -> Vec<String> {
        if !self.journal_path().exists() {
            return Vec::new();
        }
        let journal = self.journal();
        let version = journal.pragma_query_value(None, "user_version", |row| row.get(0));
        // A server that is just starting creates the file before the tables.
        if version == Ok(0_i64) {
            return Vec::new();
        }
        let mut all = journal.prepare(sql).unwrap();
        all.query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    }

    /// Moves the times in the journal back by a minute, as if a minute had passed.
    pub(crate) fn age(&self) {
        let minute = "UPDATE operations SET intended = intended - 60000; \
                      UPDATE steps SET finished = finished - 60000";
        self.journal().execute_batch(minute).unwrap();
    }

    /// Returns the state of every operation in the journal, oldest first.
    pub(crate) fn operations(&self) -> Vec<String> {
        self.journal_texts("SELECT state FROM operations ORDER BY rowid")
    }
}

/// Returns a sandbox's file with the demo plans. Copying the file is faster than filling another.
fn filled() -> &'static Path {
    static FILLED: OnceLock<TempDir> = OnceLock::new();
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let folder = FILLED.get_or_init(|| tempfile::tempdir().unwrap());
        let file = folder.path().join("plan.db");
        drop(Sandbox::open(&Store::File(file.clone()), Options::default()).unwrap());
        file
    })
}

/// Returns the server's command without the server's variables in the environment of the tests.
pub(crate) fn server() -> Command {
    let mut command = Command::new(SERVER);
    for (name, _) in std::env::vars_os() {
        let ours = name
            .to_str()
            .is_some_and(|name| name.starts_with("AVENIR_MCP_") || name.starts_with("YNAB_"));
        if ours {
            command.env_remove(name);
        }
    }
    command.kill_on_drop(true);
    command
}

/// Returns arguments of `apply_categories` that move Joe’s Diner to the category Restaurants.
pub(crate) fn diner_to_restaurants() -> Value {
    assign(&[(known::DINER, known::RESTAURANTS)])
}

pub(crate) fn assign(pairs: &[(&str, &str)]) -> Value {
    let assignments: Vec<Value> = pairs
        .iter()
        .map(|(transaction, category)| {
            json!({"transaction_id": transaction, "category_id": category})
        })
        .collect();
    json!({"plan_id": known::PLAN, "assignments": assignments})
}

fn open(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection
        .busy_timeout(std::time::Duration::from_secs(10))
        .unwrap();
    connection
}
