//! What the environment says. A value that is none of those allowed ends the server at its start.

use std::{
    env,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use avenir_ynab::{Endpoint, EndpointError};
use confirm::{Gate, Settings, SettingsError};
use etcetera::{AppStrategy as _, AppStrategyArgs, choose_app_strategy};

use crate::{
    book::Journal,
    cli::Serve,
    language,
    server::{Access, NAME},
};

const TOKEN: &str = "YNAB_API_KEY";
const TOKEN_FILE: &str = "YNAB_API_KEY_FILE";
const ADDRESS: &str = "AVENIR_MCP_YNAB_URL";
const WRITE: &str = "AVENIR_MCP_WRITE";
/// Of the variables that say how questions behave; see `Settings::from_env`.
const PREFIX: &str = "AVENIR_MCP_";
const JOURNAL: &str = "AVENIR_MCP_JOURNAL";

/// A set-up that cannot work, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error(
        "no token: set {TOKEN} to one from YNAB's developer settings, or {TOKEN_FILE} to a file \
         that holds one, or start with --demo to try it without one"
    )]
    NoToken,
    #[error("both {TOKEN} and {TOKEN_FILE} are set: leave one of them out")]
    TwoTokens,
    #[error("{name} is {value:?}: set it to 1 or true, 0 or false, or leave it out")]
    NotABool { name: &'static str, value: OsString },
    #[error(transparent)]
    Setting(#[from] SettingsError),
    #[error("{name} is not readable as text: set it again")]
    NotText { name: &'static str },
    #[error("{ADDRESS}, {TOKEN} or {TOKEN_FILE}: {0}")]
    Endpoint(#[from] EndpointError),
    #[error("no home directory to keep the journal in: set {JOURNAL} to a file")]
    NoHome,
    #[error("the journal cannot be kept at {path}: {reason}; set {JOURNAL} to another file", path = path.display())]
    Journal { path: PathBuf, reason: String },
}

/// Whether the tools that change something exist: by flag or by environment.
pub(crate) fn access(serve: &Serve) -> Result<Access, ConfigError> {
    let by_environment = flag(WRITE)?;
    Ok(if serve.write || by_environment {
        Access::Write
    } else {
        Access::ReadOnly
    })
}

/// YNAB, or what stands in for it.
pub(crate) fn endpoint() -> Result<Endpoint, ConfigError> {
    let address = text(ADDRESS)?;
    let address = address.as_deref().unwrap_or(Endpoint::YNAB);
    Ok(match (text(TOKEN)?, text(TOKEN_FILE)?) {
        (Some(token), None) => Endpoint::new(address, &token)?,
        (None, Some(file)) => Endpoint::with_key_file(address, Path::new(&file))?,
        (None, None) => return Err(ConfigError::NoToken),
        (Some(_), Some(_)) => return Err(ConfigError::TwoTokens),
    })
}

/// The one gate of this process.
pub(crate) fn gate() -> Result<Gate, ConfigError> {
    let settings = Settings::from_env(PREFIX)?;
    Ok(Gate::builder()
        .asker(NAME)
        .settings(settings)
        .catalogue(language::catalogue(settings.language))
        .build())
}

/// The journal of the user's operations.
pub(crate) fn journal() -> Result<Journal, ConfigError> {
    let path = match text(JOURNAL)? {
        Some(path) => PathBuf::from(path),
        None => default_journal()?,
    };
    let failed = |reason: String| ConfigError::Journal {
        path: path.clone(),
        reason,
    };
    keep_private(&path).map_err(|error| failed(error.to_string()))?;
    Journal::open(&path).map_err(|error| failed(error.to_string()))
}

fn default_journal() -> Result<PathBuf, ConfigError> {
    let strategy = choose_app_strategy(AppStrategyArgs {
        top_level_domain: "org".into(),
        author: "avenir".into(),
        app_name: "avenir-server".into(),
    })
    .map_err(|_| ConfigError::NoHome)?;
    // Windows and macOS have no folder for state; data is what they have.
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Ok(folder.join("journal.db"))
}

/// Makes the file, with its folder, for its owner only. SQLite gives its side files the same mode.
fn keep_private(path: &Path) -> io::Result<()> {
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.append(true).create(true);
    // Elsewhere a user's own folders are private by default.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // One that is there already may have been open to others.
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(file);
    Ok(())
}

/// A variable that is set, and not to nothing.
fn text(name: &'static str) -> Result<Option<String>, ConfigError> {
    match env::var(name) {
        Ok(value) if value.is_empty() => Ok(None),
        Ok(value) => Ok(Some(value)),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(ConfigError::NotText { name }),
    }
}

fn flag(name: &'static str) -> Result<bool, ConfigError> {
    let Some(value) = env::var_os(name) else {
        return Ok(false);
    };
    match value.to_str() {
        Some("1" | "true") => Ok(true),
        Some("0" | "false") => Ok(false),
        _ => Err(ConfigError::NotABool { name, value }),
    }
}
