//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// An MCP server for plans for YNAB that asks before it writes.
///
/// Without a command it serves MCP over stdio, for a client that starts it. It takes the token
/// from `YNAB_API_KEY`, or from the file that `YNAB_API_KEY_FILE` names. Not affiliated with YNAB.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) serve: Serve,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve a sandbox that speaks YNAB's API, on this machine only
    Sandbox(Sandbox),
    /// See one confirmed change, from the question to the journal, in this terminal
    Tour(Tour),
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Serve demo plans of its own: no token, no network, nothing kept
    #[arg(long)]
    pub(crate) demo: bool,
    /// Have the tools that change something; `AVENIR_MCP_WRITE=1` does the same
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Sandbox {
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    pub(crate) port: u16,
    /// Keep the plans in this SQLite file; without it, in memory
    #[arg(long)]
    pub(crate) file: Option<PathBuf>,
    /// Answer more than YNAB's 200 requests an hour
    #[arg(long)]
    pub(crate) unlimited: bool,
    /// Let who has the token inject faults and read the log of requests, at /control
    #[arg(long)]
    pub(crate) control: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Tour {
    /// Answer the question like this, without a terminal
    #[arg(long, value_enum)]
    pub(crate) answer: Option<Answer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Answer {
    Yes,
    No,
    Cancel,
}
