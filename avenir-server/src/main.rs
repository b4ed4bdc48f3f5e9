//! `avenir-server`: an MCP server for plans for YNAB that asks before it writes.

mod bounds;
mod cli;
mod command;
mod config;
mod demo;
mod language;
mod log;
mod operations;
mod private;
mod prompts;
mod resources;
mod serve;
mod server;
mod terminal;
mod tools;

use std::{error::Error, process::ExitCode};

use clap::Parser as _;
use tokio::runtime::{Builder, Runtime};

use self::{
    cli::{Cli, Command},
    terminal::{key::Interrupted, screen},
};

/// The exit code for an unusable configuration or an unreadable command line.
const USAGE: u8 = 2;
/// The exit code after Ctrl-C: 128 and the number of SIGINT.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let ended = runtime(&cli).and_then(|runtime| {
        let ended = runtime.block_on(run(cli));
        // Do not wait for the thread that may still be reading stdin.
        runtime.shutdown_background();
        ended
    });
    match ended {
        Ok(()) if screen::is_lost() => {
            screen::eprintln!("avenir-server: the output could not be written");
            ExitCode::FAILURE
        }
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            screen::eprintln!("avenir-server: {error}");
            code(&*error)
        }
    }
}

/// Makes the runtime. One client gets one thread, because each further thread would keep memory for
/// YNAB's large answers, which is half of the server's memory.
fn runtime(cli: &Cli) -> Result<Runtime, Box<dyn Error>> {
    let one_client = match &cli.command {
        None => !config::over_http()?,
        Some(command) => matches!(command, Command::Stdio(_)),
    };
    let mut builder = if one_client {
        Builder::new_current_thread()
    } else {
        Builder::new_multi_thread()
    };
    Ok(builder.enable_all().build()?)
}

async fn run(cli: Cli) -> Result<(), Box<dyn Error>> {
    log::start(config::log()?);
    if !matches!(cli.command, Some(Command::Doctor)) {
        config::names()?;
    }
    match cli.command {
        None if config::over_http()? => {
            let serve = cli.serve;
            serve::http::run(cli::Http {
                serve,
                ..cli::Http::default()
            })
            .await
        }
        None => serve::stdio::run(cli.serve).await,
        Some(Command::Stdio(options)) => serve::stdio::run(options).await,
        Some(Command::Http(options)) => serve::http::run(options).await,
        Some(Command::Tour(options)) => command::tour::run(options).await,
        Some(Command::Sandbox(options)) => command::sandbox::run(options).await,
        Some(Command::Undo(options)) => command::undo::run(options).await,
        Some(Command::Journal(options)) => command::journal::run(options).await,
        Some(Command::Doctor) => command::doctor::run().await,
        Some(Command::Config(options)) => command::clients::run(&options),
    }
}

fn code(error: &(dyn Error + 'static)) -> ExitCode {
    if error.is::<config::ConfigError>() {
        ExitCode::from(USAGE)
    } else if error.is::<Interrupted>() {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::FAILURE
    }
}
