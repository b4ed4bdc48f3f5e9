//! Checks the configuration, and says how to fix its problems.

use std::error::Error;

use super::clients;
use crate::{
    cli, config,
    operations::{Journal, State},
    terminal::screen,
};

/// The most seconds that the clock may be off. A clock that is off by more dates transactions wrong
/// around midnight.
const MOST_SECONDS_OFF: i64 = 120;

pub(crate) async fn run() -> Result<(), Box<dyn Error>> {
    let mut doctor = Doctor::default();
    doctor.settings();
    doctor.plans().await;
    doctor.journal().await;
    doctor.clients();
    match doctor.wrong {
        0 => Ok(()),
        1 => Err("1 problem found".into()),
        count => Err(format!("{count} problems found").into()),
    }
}

#[derive(Default)]
struct Doctor {
    wrong: usize,
}

impl Doctor {
    fn fine(what: &str, said: &str) {
        screen::item("ok    ", &format!("{what}: {said}"));
    }

    fn wrong(&mut self, what: &str, said: &str) {
        self.wrong += 1;
        screen::item("FIX   ", &format!("{what}: {said}"));
    }

    fn note(what: &str, said: &str) {
        screen::item("note  ", &format!("{what}: {said}"));
    }

    fn settings(&mut self) {
        if let Err(error) = config::names() {
            self.wrong("settings", &error.to_string());
        }
        match config::settings() {
            Ok(_) => Self::fine("questions", "the settings are valid"),
            Err(error) => self.wrong("questions", &error.to_string()),
        }
        match config::access(&cli::Serve::default()) {
            Ok(crate::server::Access::Write) => {
                Self::fine("writing", "on, by AVENIR_MCP_WRITE");
            }
            Ok(crate::server::Access::ReadOnly) => {
                Self::note(
                    "writing",
                    "off: set AVENIR_MCP_WRITE=1 or start with --write to turn it on",
                );
            }
            Err(error) => self.wrong("writing", &error.to_string()),
        }
        if let Err(error) = config::over_http() {
            self.wrong("transport", &error.to_string());
        }
        if let Err(error) = config::http(&cli::Http::default()) {
            self.wrong("HTTP", &error.to_string());
        }
    }

    async fn plans(&mut self) {
        let client = match config::client() {
            Ok(client) => client,
            Err(error) => return self.wrong("token", &error.to_string()),
        };
        match client.plans().await {
            Ok(plans) if plans.is_empty() => {
                self.wrong(
                    "plans",
                    "the token opens no plan: create a plan in YNAB first",
                );
            }
            Ok(plans) => Self::fine(
                "token",
                &match plans.len() {
                    1 => "YNAB accepts it, and it opens 1 plan".to_owned(),
                    count => format!("YNAB accepts it, and it opens {count} plans"),
                },
            ),
            Err(error) => self.wrong("token", &error.to_string()),
        }
        match client.clock_ahead() {
            Some(ahead) if ahead.abs() > MOST_SECONDS_OFF => self.wrong(
                "clock",
                &format!("{ahead} seconds ahead of YNAB's: correct this machine's time"),
            ),
            Some(_) => Self::fine("clock", "agrees with YNAB's clock"),
            None => Self::note("clock", "not compared, because YNAB did not answer"),
        }
    }

    async fn journal(&mut self) {
        let journal = match config::journal() {
            Ok(journal) => journal,
            Err(error) if config::is_read_only() => {
                return Self::note("journal", &format!("not needed for reading; {error}"));
            }
            Err(error) => return self.wrong("journal", &error.to_string()),
        };
        match open(&journal).await {
            Ok((count, 0)) => Self::fine("journal", &operations(count)),
            Ok((_, open)) => Self::note(
                "journal",
                &format!(
                    "{} may have been applied whole, in part or not at all: run `avenir-server \
                     journal` to list them, and compare them with the plan in YNAB",
                    operations(open)
                ),
            ),
            Err(error) => self.wrong("journal", &error),
        }
    }

    fn clients(&mut self) {
        for (name, client) in [
            ("Claude Desktop", cli::Client::ClaudeDesktop),
            ("Claude Code", cli::Client::ClaudeCode),
        ] {
            let Some(file) = clients::file_of(client).filter(|file| file.exists()) else {
                Self::note(name, "not found on this machine");
                continue;
            };
            match clients::installed(&file) {
                Some(command) if std::path::Path::new(&command).exists() => {
                    Self::fine(name, &format!("starts {}", screen::plain(&command)));
                }
                Some(command) => self.wrong(
                    name,
                    &format!(
                        "starts {}, which does not exist: see `avenir-server config --help`",
                        screen::plain(&command)
                    ),
                ),
                None => Self::note(
                    name,
                    "not connected to this server: see `avenir-server config --help`",
                ),
            }
        }
    }
}

/// Returns a number of operations with its noun.
fn operations(count: usize) -> String {
    match count {
        1 => "1 operation".to_owned(),
        count => format!("{count} operations"),
    }
}

/// Counts all operations, and the operations that are open or partial.
async fn open(journal: &Journal) -> Result<(usize, usize), String> {
    let operations = journal
        .operations()
        .await
        .map_err(|error| error.to_string())?;
    let open = operations
        .iter()
        .filter(|entry| entry.state.is_open() || entry.state == State::Partial);
    Ok((operations.len(), open.count()))
}
