//! Configures a client to start this server: prints the configuration, or merges it into the client's
//! file.

mod merge;

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use avenir_ynab::Endpoint;
use etcetera::{BaseStrategy as _, choose_base_strategy, home_dir};
use jsonc_parser::ParseOptions;
use serde_json::{Value, json};

use crate::{
    cli::{self, Client},
    config::{self, ConfigError},
    terminal::screen,
};

/// The name of the server in a client's settings.
const SERVER: &str = "avenir";
/// The placeholder for the user's token file.
const TOKEN_FILE: &str = "/path/to/a/file/with/your/token";

/// The command with which a client starts the server.
struct Start {
    command: String,
    args: Vec<&'static str>,
    /// The file with the token; `None` for a demo.
    token_file: Option<String>,
}

pub(crate) fn run(options: &cli::Config) -> Result<(), Box<dyn Error>> {
    let start = Start::of(options)?;
    if !options.install {
        screen::println!("{}", start.settings_of(options.client));
        for line in hints(options) {
            screen::eprintln!("{line}");
        }
        return Ok(());
    }
    let Some(file) = file_of(options.client) else {
        return Err(Box::new(ConfigError::NotInstalled));
    };
    match &start.token_file {
        Some(file) if file == TOKEN_FILE => return Err(Box::new(ConfigError::NoTokenFile)),
        // Check the file now: a client starts the server elsewhere, and does not show its errors.
        Some(file) => drop(Endpoint::with_key_file(Endpoint::YNAB, Path::new(file))?),
        None => {}
    }
    let merged = merge::into(&file, SERVER, &start.server(options.client))?;
    screen::println!("{merged}");
    screen::println!("Restart the client to have it start avenir-server.");
    Ok(())
}

impl Start {
    fn of(options: &cli::Config) -> Result<Self, Box<dyn Error>> {
        let command = std::env::current_exe()?.display().to_string();
        let mut args = Vec::new();
        if options.demo {
            args.push("--demo");
        }
        if options.write {
            args.push("--write");
        }
        let file = std::env::var("YNAB_API_KEY_FILE").ok();
        let file = file.filter(|file| !file.is_empty());
        let file = match file {
            // Resolve it as the server does, relative to the shell's folder.
            Some(file) => {
                let path = config::expanded(&file).ok_or(ConfigError::NotAbsolute {
                    name: "YNAB_API_KEY_FILE",
                    value: file,
                })?;
                std::path::absolute(path)?.display().to_string()
            }
            None => TOKEN_FILE.to_owned(),
        };
        Ok(Self {
            command,
            args,
            token_file: (!options.demo).then_some(file),
        })
    }

    fn env(&self) -> Value {
        match &self.token_file {
            Some(file) => json!({"YNAB_API_KEY_FILE": file}),
            None => json!({}),
        }
    }

    /// Returns the server's entry, for clients with JSON settings.
    fn server(&self, client: Client) -> Value {
        let mut server = json!({"command": self.command, "args": self.args, "env": self.env()});
        if matches!(client, Client::ClaudeCode | Client::Vscode) {
            server["type"] = "stdio".into();
        }
        server
    }

    /// Returns the text for the client's file.
    fn settings_of(&self, client: Client) -> String {
        let pretty = |value: Value| serde_json::to_string_pretty(&value).unwrap_or_default();
        match client {
            Client::Goose => self.yaml(),
            Client::Codex => self.toml(),
            Client::Vscode => pretty(json!({"servers": {SERVER: self.server(client)}})),
            Client::ClaudeDesktop | Client::ClaudeCode | Client::Cursor | Client::LmStudio => {
                pretty(json!({"mcpServers": {SERVER: self.server(client)}}))
            }
        }
    }

    // A JSON string is also a string in YAML, and a basic string in TOML.

    fn yaml(&self) -> String {
        let mut lines = vec![
            "extensions:".to_owned(),
            format!("  {SERVER}:"),
            "    type: stdio".to_owned(),
            format!("    name: {SERVER}"),
            "    enabled: true".to_owned(),
            format!("    cmd: {}", json!(self.command)),
            format!("    args: {}", json!(self.args)),
            "    timeout: 300".to_owned(),
        ];
        if let Some(file) = &self.token_file {
            lines.push("    envs:".to_owned());
            lines.push(format!("      YNAB_API_KEY_FILE: {}", json!(file)));
        }
        lines.join("\n")
    }

    fn toml(&self) -> String {
        let mut lines = vec![
            format!("[mcp_servers.{SERVER}]"),
            format!("command = {}", json!(self.command)),
            format!("args = {}", json!(self.args)),
        ];
        if let Some(file) = &self.token_file {
            lines.push(format!("\n[mcp_servers.{SERVER}.env]"));
            lines.push(format!("YNAB_API_KEY_FILE = {}", json!(file)));
        }
        lines.join("\n")
    }
}

/// Returns hints about where to put the printed text.
fn hints(options: &cli::Config) -> Vec<String> {
    let place = match options.client {
        Client::ClaudeDesktop | Client::ClaudeCode => match file_of(options.client) {
            Some(file) => format!("{}; or run this again with --install", file.display()),
            None => "the client's own file of MCP servers".to_owned(),
        },
        Client::Cursor => "~/.cursor/mcp.json".to_owned(),
        Client::Vscode => {
            ".vscode/mcp.json, or what `MCP: Open User Configuration` opens".to_owned()
        }
        Client::Goose => "~/.config/goose/config.yaml".to_owned(),
        Client::Codex => "~/.codex/config.toml".to_owned(),
        Client::LmStudio => "mcp.json, which Program > Install > Edit mcp.json opens".to_owned(),
    };
    let mut lines = vec![format!("Merge it into {place}.")];
    if !options.demo {
        lines.push(
            "Put your token from YNAB's developer settings into the file named there, which only \
             you may read (chmod 600)."
                .to_owned(),
        );
    }
    if !options.write {
        lines.push("It only reads; --write adds the tools that change something.".to_owned());
    }
    lines
}

/// Returns the file from which a client reads its servers.
pub(super) fn file_of(client: Client) -> Option<PathBuf> {
    match client {
        Client::ClaudeDesktop => {
            let folder = if cfg!(target_os = "macos") {
                home_dir().ok()?.join("Library/Application Support/Claude")
            } else {
                choose_base_strategy().ok()?.config_dir().join("Claude")
            };
            Some(folder.join("claude_desktop_config.json"))
        }
        Client::ClaudeCode => Some(home_dir().ok()?.join(".claude.json")),
        _ => None,
    }
}

/// Returns the command with which a client's file starts this server, if it has an entry.
pub(super) fn installed(file: &Path) -> Option<String> {
    // Read only a regular file, because a pipe would block.
    let is_file = file.metadata().is_ok_and(|about| about.is_file());
    let text = is_file.then(|| std::fs::read_to_string(file))?.ok()?;
    let settings: Value =
        jsonc_parser::parse_to_serde_value(&text, &ParseOptions::default()).ok()?;
    let command = settings["mcpServers"][SERVER]["command"].as_str()?;
    Some(command.to_owned())
}
