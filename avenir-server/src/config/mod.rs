//! Reads the configuration from the environment. A value that is not allowed stops the server at its
//! start.

mod error;
mod names;

use std::{
    env,
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
};

use avenir_ynab::{Client, Endpoint};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use confirm::{Gate, Settings};
use etcetera::{AppStrategy as _, AppStrategyArgs, choose_app_strategy};
use tracing_subscriber::filter::LevelFilter;

pub(crate) use self::{error::ConfigError, names::names};
use crate::{
    cli::{self, Serve},
    language,
    operations::{Journal, Operations},
    server::{Access, NAME},
};

const TOKEN: &str = "YNAB_API_KEY";
const TOKEN_FILE: &str = "YNAB_API_KEY_FILE";
const ADDRESS: &str = "AVENIR_MCP_YNAB_URL";
const WRITE: &str = "AVENIR_MCP_WRITE";
/// The prefix of the variables for the settings of questions; see `Settings::from_env`.
const PREFIX: &str = "AVENIR_MCP_";
const JOURNAL: &str = "AVENIR_MCP_JOURNAL";
const HOURLY_LIMIT: &str = "AVENIR_MCP_HOURLY_LIMIT";
const TRANSPORT: &str = "AVENIR_MCP_TRANSPORT";
const HOST: &str = "AVENIR_MCP_HOST";
const PORT: &str = "AVENIR_MCP_PORT";
const HTTP_TOKEN: &str = "AVENIR_MCP_HTTP_TOKEN";
const LOG_LEVEL: &str = "AVENIR_MCP_LOG_LEVEL";
const LOG_FORMAT: &str = "AVENIR_MCP_LOG_FORMAT";
const DEFAULT_PORT: u16 = 8103;

/// Reads from the flag or the environment whether the tools that change something exist.
pub(crate) fn access(serve: &Serve) -> Result<Access, ConfigError> {
    let by_environment = flag(WRITE)?;
    Ok(if serve.write || by_environment {
        Access::Write
    } else {
        Access::ReadOnly
    })
}

/// Returns whether the environment lets the tools only read.
pub(crate) fn is_read_only() -> bool {
    access(&Serve::default()).is_ok_and(|access| access == Access::ReadOnly)
}

/// Returns the address of YNAB, or of the server that replaces it.
fn endpoint() -> Result<Endpoint, ConfigError> {
    let address = text(ADDRESS)?;
    let address = address.as_deref().unwrap_or(Endpoint::YNAB);
    Ok(match (text(TOKEN)?, path(TOKEN_FILE)?) {
        (Some(token), None) => Endpoint::new(address, &token)?,
        (None, Some(file)) => Endpoint::with_key_file(address, &file)?,
        (None, None) => return Err(ConfigError::NoToken),
        (Some(_), Some(_)) => return Err(ConfigError::TwoTokens),
    })
}

/// Makes a client of the plans, which counts the requests of the hour.
pub(crate) fn client() -> Result<Client, ConfigError> {
    let endpoint = endpoint()?;
    let mut settings = avenir_ynab::Settings::default();
    if let Some(limit) = text(HOURLY_LIMIT)? {
        settings.hourly_limit = limit
            .parse()
            .ok()
            .filter(|&limit| limit > 0)
            .ok_or(ConfigError::NotALimit { limit })?;
    }
    Ok(Client::with_settings(endpoint, settings)?)
}

/// Reads the settings of questions.
pub(crate) fn settings() -> Result<Settings, ConfigError> {
    Ok(Settings::from_env(PREFIX)?)
}

/// Makes the one gate of this process. The journal keeps its decisions.
pub(crate) fn gate(settings: Settings, operations: &Operations) -> Gate {
    let operations = operations.clone();
    Gate::builder()
        .asker(NAME)
        .settings(settings)
        .catalogue(language::catalogue(settings.language))
        .on_decision(move |decision| operations.decided(decision))
        .build()
}

/// The settings of the HTTP server.
pub(crate) struct HttpSettings {
    pub(crate) host: IpAddr,
    pub(crate) port: u16,
    /// The names by which clients reach this machine from elsewhere.
    pub(crate) names: Vec<String>,
    pub(crate) tokens: Vec<String>,
    /// The token, if the server made it for this run.
    pub(crate) made: Option<String>,
}

/// The fewest characters of a token. A shorter token can be guessed.
const SHORTEST_TOKEN: usize = 16;

/// Reads the settings of the HTTP server from the command line, else from the environment.
pub(crate) fn http(options: &cli::Http) -> Result<HttpSettings, ConfigError> {
    let host = match (options.host, text(HOST)?) {
        (Some(host), _) => host,
        (None, None) => Ipv4Addr::LOCALHOST.into(),
        (None, Some(host)) => cli::host(&host).map_err(|_| ConfigError::NotAnAddress { host })?,
    };
    let port = match (options.port, text(PORT)?) {
        (Some(port), _) => port,
        (None, None) => DEFAULT_PORT,
        (None, Some(port)) => port.parse().map_err(|_| ConfigError::NotAPort { port })?,
    };
    let mut tokens: Vec<String> = text(HTTP_TOKEN)?
        .iter()
        .flat_map(|tokens| tokens.split(','))
        .map(|token| token.trim().to_owned())
        .collect();
    if tokens
        .iter()
        .any(|token| token.len() < SHORTEST_TOKEN || !token.is_ascii())
    {
        return Err(ConfigError::WeakToken);
    }
    let made = tokens.is_empty().then(new_token).transpose()?;
    tokens.extend(made.clone());
    Ok(HttpSettings {
        host,
        port,
        names: options.names.clone(),
        tokens,
        made,
    })
}

fn new_token() -> Result<String, ConfigError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| ConfigError::NoRandomness)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Reads from the environment whether to serve over HTTP, if the command line does not say.
pub(crate) fn over_http() -> Result<bool, ConfigError> {
    let Some(value) = text(TRANSPORT)? else {
        return Ok(false);
    };
    match value.to_ascii_lowercase().as_str() {
        "stdio" => Ok(false),
        "http" => Ok(true),
        _ => Err(ConfigError::NotOneOf {
            name: TRANSPORT,
            value,
            known: "stdio or http",
        }),
    }
}

/// The level of the log on stderr.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    pub(crate) level: LevelFilter,
    pub(crate) json: bool,
}

pub(crate) fn log() -> Result<Log, ConfigError> {
    let unknown = |name, value: &str, known| ConfigError::NotOneOf {
        name,
        value: value.to_owned(),
        known,
    };
    let level = text(LOG_LEVEL)?.unwrap_or_else(|| "warning".to_owned());
    let format = text(LOG_FORMAT)?.unwrap_or_else(|| "text".to_owned());
    Ok(Log {
        level: match level.to_lowercase().as_str() {
            "trace" => LevelFilter::TRACE,
            "debug" => LevelFilter::DEBUG,
            "info" => LevelFilter::INFO,
            "warn" | "warning" => LevelFilter::WARN,
            "error" | "critical" => LevelFilter::ERROR,
            _ => {
                return Err(unknown(
                    LOG_LEVEL,
                    &level,
                    "debug, info, warning, error or critical",
                ));
            }
        },
        json: match format.to_lowercase().as_str() {
            "json" => true,
            "text" => false,
            _ => return Err(unknown(LOG_FORMAT, &format, "text or json")),
        },
    })
}

/// Opens the journal of the user's operations.
pub(crate) fn journal() -> Result<Journal, ConfigError> {
    let path = match path(JOURNAL)? {
        Some(path) => path,
        None => default_journal()?,
    };
    let failed = |reason: String| ConfigError::Journal {
        path: path.clone(),
        reason,
    };
    Journal::open(&path).map_err(|error| failed(error.to_string()))
}

/// Returns whether the environment names the journal.
pub(crate) fn names_journal() -> Result<bool, ConfigError> {
    Ok(path(JOURNAL)?.is_some())
}

fn default_journal() -> Result<PathBuf, ConfigError> {
    let strategy = choose_app_strategy(AppStrategyArgs {
        top_level_domain: "org".into(),
        author: "avenir".into(),
        app_name: "avenir-server".into(),
    })
    .map_err(|_| ConfigError::NoHome)?;
    // Windows has no folder for state, so use the one for data.
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Ok(folder.join("journal.db"))
}

/// Returns the value of a variable, if it is set and not empty. Removes blanks and quotes around the
/// value, because some clients and files of variables keep them.
fn text(name: &'static str) -> Result<Option<String>, ConfigError> {
    let value = match env::var(name) {
        Ok(value) => value,
        Err(env::VarError::NotPresent) => return Ok(None),
        Err(env::VarError::NotUnicode(_)) => return Err(ConfigError::NotText { name }),
    };
    let mut plain = value.trim();
    for quote in ['"', '\''] {
        let inside = plain.strip_prefix(quote);
        let inside = inside.and_then(|rest| rest.strip_suffix(quote));
        plain = inside.map_or(plain, str::trim);
    }
    if name != JOURNAL && name != TOKEN_FILE && name != TOKEN && plain.contains("${") {
        return Err(ConfigError::Placeholder { name });
    }
    Ok(Some(plain.to_owned()).filter(|value| !value.is_empty()))
}

/// Reads an absolute path. A relative one would depend on the folder where a client starts the server.
pub(crate) fn path(name: &'static str) -> Result<Option<PathBuf>, ConfigError> {
    let Some(text) = text(name)? else {
        return Ok(None);
    };
    match expanded(&text) {
        Some(path) if path.is_absolute() => Ok(Some(path)),
        _ => Err(ConfigError::NotAbsolute { name, value: text }),
    }
}

/// Replaces `~` by the home directory as a shell would. Returns `None` if the path has another
/// variable part, or if there is no home directory.
pub(crate) fn expanded(text: &str) -> Option<PathBuf> {
    const HOMES: [&str; 5] = ["~", "$HOME", "${HOME}", "%USERPROFILE%", "$USERPROFILE"];
    for home in HOMES {
        let Some(rest) = text.strip_prefix(home) else {
            continue;
        };
        if rest.is_empty() || rest.starts_with(['/', '\\']) {
            let rest = rest.trim_start_matches(['/', '\\']);
            return Some(etcetera::home_dir().ok()?.join(rest));
        }
    }
    let is_other = |part: &str| part.starts_with('$') || part.contains("${");
    let holds_other = text.starts_with('~') || text.split(['/', '\\']).any(is_other);
    (!holds_other).then(|| PathBuf::from(text))
}

fn flag(name: &'static str) -> Result<bool, ConfigError> {
    let Some(value) = text(name)? else {
        return Ok(false);
    };
    match value.to_ascii_lowercase().as_str() {
        "0" | "false" | "no" | "off" => Ok(false),
        "1" | "true" | "yes" | "on" => Ok(true),
        _ => Err(ConfigError::NotOneOf {
            name,
            value,
            known: "1, true, yes or on, or to 0, false, no or off",
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_expanded_as_a_person_means_it() {
        let home = etcetera::home_dir().unwrap();
        for text in ["~/j.db", "$HOME/j.db", "${HOME}/j.db", "~//j.db"] {
            assert_eq!(expanded(text), Some(home.join("j.db")), "{text}");
        }
        assert_eq!(expanded("~"), Some(home));
        for text in ["~other/j.db", "$XDG/j.db", "/a/${B}/j.db", "$HOMES/j.db"] {
            assert_eq!(expanded(text), None, "{text}");
        }
        for text in ["/a/b~c", "/a/b$c", "a/b"] {
            assert_eq!(expanded(text), Some(text.into()));
        }
    }
}
