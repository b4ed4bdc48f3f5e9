//! The command line.

use std::{
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
};

use clap::{Args, Parser, Subcommand, ValueEnum};

/// An MCP server for plans for YNAB that asks before it writes.
///
/// Without a command it serves MCP over stdio, for a client that starts it. It takes the token
/// from `YNAB_API_KEY`, or from the file that `YNAB_API_KEY_FILE` names. Not affiliated with YNAB.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = FIRST_STEPS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) serve: Serve,
}

const FIRST_STEPS: &str = "\
First steps:
  avenir-server tour
      See one question, with demo plans
  avenir-server config claude-desktop --demo
      Print the text for a client's settings
  avenir-server doctor
      Check the settings for your own plan

Exit codes:
  0    success
  1    a failure, or a problem that doctor found
  2    a wrong setting or argument
  130  Ctrl-C";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve MCP over stdio, for a client that starts it; the same as no command
    Stdio(Serve),
    /// Serve MCP over HTTP on this machine, for clients that have the token
    Http(Http),
    /// See one confirmed change, from the question to the journal, in this terminal
    Tour(Tour),
    /// Serve a sandbox that speaks YNAB's API, on this machine only
    Sandbox(Sandbox),
    /// Take back a change that was made through this server; you are asked first
    Undo(Undo),
    /// List the changes that were written through this server, or the decisions
    Journal(Journal),
    /// Check the configuration, and say how to fix its problems
    Doctor,
    /// Print the configuration of an MCP client, or merge it into the client's file
    Config(Config),
}

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Serve {
    /// Serve demo plans: no token, no network, nothing kept
    #[arg(long)]
    pub(crate) demo: bool,
    /// Enable the tools that change something; `AVENIR_MCP_WRITE=1` does the same
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Http {
    #[command(flatten)]
    pub(crate) serve: Serve,
    /// The address to listen on; `AVENIR_MCP_HOST` does the same [default: 127.0.0.1]
    #[arg(long, value_parser = host)]
    pub(crate) host: Option<IpAddr>,
    /// The port; 0 takes a free one; `AVENIR_MCP_PORT` does the same [default: 8103]
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// A name by which clients on other machines reach this one
    #[arg(long = "allow-host", value_name = "NAME")]
    pub(crate) names: Vec<String>,
}

/// Reads an address to listen on, or the name that every machine has for itself.
pub(crate) fn host(text: &str) -> Result<IpAddr, String> {
    let host = text.trim();
    if host.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    let bare = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let address = bare.unwrap_or(host).parse();
    address.map_err(|_| "not an IP address: give one, such as 127.0.0.1, or localhost".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct Undo {
    /// The id of the operation, or its first characters [default: the newest]
    #[arg(allow_hyphen_values = true)]
    pub(crate) operation_id: Option<String>,
    /// Give this answer to the question, without a terminal
    #[arg(long, value_enum)]
    pub(crate) answer: Option<Answer>,
}

#[derive(Debug, Args)]
pub(crate) struct Journal {
    /// List decisions instead of operations, also those that wrote nothing
    #[arg(long)]
    pub(crate) decisions: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// The most entries; the newest come last
    #[arg(long, default_value_t = 50)]
    pub(crate) limit: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Table,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Config {
    /// The client
    #[arg(value_enum)]
    pub(crate) client: Client,
    /// Merge the text into the client's own file, with a backup (Claude Desktop and Claude Code only)
    #[arg(long)]
    pub(crate) install: bool,
    /// Enable the tools that change something
    #[arg(long)]
    pub(crate) write: bool,
    /// Use demo plans, so that no token is needed
    #[arg(long)]
    pub(crate) demo: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    Vscode,
    Goose,
    Codex,
    LmStudio,
}

#[derive(Debug, Args)]
pub(crate) struct Sandbox {
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, default_value_t = 0)]
    pub(crate) port: u16,
    /// Keep the plans in this SQLite file [default: in memory]
    #[arg(long)]
    pub(crate) file: Option<PathBuf>,
    /// Answer more than YNAB's 200 requests an hour
    #[arg(long)]
    pub(crate) unlimited: bool,
    /// Let clients inject faults and read the log of requests, at /control
    #[arg(long)]
    pub(crate) control: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Tour {
    /// Give this answer to the question, without a terminal
    #[arg(long, value_enum)]
    pub(crate) answer: Option<Answer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Answer {
    Yes,
    No,
    Cancel,
}
