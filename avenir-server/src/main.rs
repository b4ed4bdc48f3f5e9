//! `avenir-server`: an MCP server for plans for YNAB that asks before it writes.

mod book;
mod cli;
mod config;
mod demo;
mod language;
mod prompts;
mod resources;
mod sandbox;
mod server;
mod stdio;
mod tools;
mod tour;

use std::{error::Error, process::ExitCode};

use clap::Parser as _;
use tracing_subscriber::{
    Layer as _,
    filter::{LevelFilter, Targets},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use self::cli::{Cli, Command};

/// Exit code of a set-up that cannot work, as of a command line that cannot be read.
const USAGE: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    // The SDK warns of every request that it refuses, with what was in it.
    let filter = Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target("rmcp", LevelFilter::OFF);
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false);
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .init();
    let done = match cli.command {
        None => stdio::run(cli.serve).await,
        Some(Command::Sandbox(options)) => sandbox::run(options).await,
        Some(Command::Tour(options)) => tour::run(options).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("avenir-server: {error}");
            code(&*error)
        }
    }
}

fn code(error: &(dyn Error + 'static)) -> ExitCode {
    if error.is::<config::ConfigError>() {
        ExitCode::from(USAGE)
    } else {
        ExitCode::FAILURE
    }
}
