//! What is wrong with a set-up, and how to mend it.

use std::error::Error;

use super::clients;
use crate::{
    book::{Journal, State},
    cli, config,
    terminal::screen,
};

/// A clock that is further off than this dates transactions wrong, around midnight.
const MOST_SECONDS_OFF: i64 = 120;

pub(crate) async fn run() -> Result<(), Box<dyn Error>> {
    let mut doctor = Doctor::default();
    doctor.settings();
    doctor.plans().await;
    doctor.journal().await;
    doctor.clients();
    match doctor.wrong {
        0 => Ok(()),
        count => Err(format!("{count} thing(s) to mend").into()),
    }
}

#[derive(Default)]
struct Doctor {
    wrong: usize,
}

impl Doctor {
    fn fine(what: &str, said: &str) {
        screen::println!("ok    {what}: {said}");
    }

    fn wrong(&mut self, what: &str, said: &str) {
        self.wrong += 1;
        screen::println!("MEND  {what}: {said}");
    }

    fn note(what: &str, said: &str) {
        screen::println!("note  {what}: {said}");
    }

    fn settings(&mut self) {
        if let Err(error) = config::names() {
            self.wrong("settings", &error.to_string());
        }
        match config::settings() {
            Ok(_) => Self::fine("questions", "the settings can be read"),
            Err(error) => self.wrong("questions", &error.to_string()),
        }
        match config::access(&cli::Serve::default()) {
            Ok(crate::server::Access::Write) => {
                Self::fine(
                    "writing",
                    "AVENIR_MCP_WRITE turns the tools that change something on",
                );
            }
            Ok(crate::server::Access::ReadOnly) => {
                Self::note("writing", "off; AVENIR_MCP_WRITE=1 or --write turns it on");
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
                self.wrong("plans", "the token opens none: make a plan in YNAB first");
            }
            Ok(plans) => Self::fine(
                "token",
                &format!("YNAB takes it; it opens {} plan(s)", plans.len()),
            ),
            Err(error) => self.wrong("token", &error.to_string()),
        }
        match client.clock_ahead() {
            Some(ahead) if ahead.abs() > MOST_SECONDS_OFF => self.wrong(
                "clock",
                &format!("{ahead} seconds ahead of YNAB's: set this machine's time"),
            ),
            Some(_) => Self::fine("clock", "agrees with YNAB's"),
            None => Self::note("clock", "not compared, as YNAB did not answer"),
        }
    }

    async fn journal(&mut self) {
        let journal = match config::journal() {
            Ok(journal) => journal,
            Err(error) if config::is_read_only() => {
                return Self::note("journal", &format!("not needed to read; {error}"));
            }
            Err(error) => return self.wrong("journal", &error.to_string()),
        };
        match open(&journal).await {
            Ok((count, 0)) => Self::fine("journal", &format!("{count} operation(s)")),
            Ok((_, open)) => Self::note(
                "journal",
                &format!(
                    "of {open} operation(s) it is not known whether they were applied, or only a part \
                     was: `avenir-server journal` lists them; look at the plan in YNAB"
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
                Self::note(name, "no settings on this machine");
                continue;
            };
            match clients::installed(&file) {
                Some(command) if std::path::Path::new(&command).exists() => {
                    Self::fine(name, &format!("starts {}", screen::plain(&command)));
                }
                Some(command) => self.wrong(
                    name,
                    &format!(
                        "starts {}, which is not there: `avenir-server config --help`",
                        screen::plain(&command)
                    ),
                ),
                None => Self::note(
                    name,
                    "does not know this server: `avenir-server config --help`",
                ),
            }
        }
    }
}

/// How many operations there are, and how many are not known to be whole.
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
