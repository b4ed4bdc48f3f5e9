//! Errors in the configuration.

use std::path::PathBuf;

use avenir_ynab::EndpointError;
use confirm::SettingsError;

use super::{
    ADDRESS, HOST, HOURLY_LIMIT, HTTP_TOKEN, JOURNAL, PORT, SHORTEST_TOKEN, TOKEN, TOKEN_FILE,
};

/// An error in the configuration, with what to do about it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error(
        "no token: set {TOKEN} to one from YNAB's developer settings, or {TOKEN_FILE} to a file \
         that holds one, or start with --demo to try it without one"
    )]
    NoToken,
    #[error("both {TOKEN} and {TOKEN_FILE} are set: leave one of them out")]
    TwoTokens,
    #[error(transparent)]
    Setting(#[from] SettingsError),
    #[error("{name} is not readable as text: set it again")]
    NotText { name: &'static str },
    #[error(
        "{name} holds a placeholder that the client did not replace: put the value itself there"
    )]
    Placeholder { name: &'static str },
    #[error(
        "{name} is {value:?}, which is not an absolute path: begin it with / or ~/, since a client may start the server in any folder"
    )]
    NotAbsolute { name: &'static str, value: String },
    #[error("{name} is not a setting of this server{meant}")]
    Unknown { name: String, meant: String },
    #[error("{ADDRESS}, {TOKEN} or {TOKEN_FILE}: {0}")]
    Endpoint(#[from] EndpointError),
    #[error(
        "only Claude Desktop and Claude Code can be installed to: leave --install out, and merge what is printed by hand"
    )]
    NotInstalled,
    #[error(
        "no token file: put your token into a file that only you can read, set {TOKEN_FILE} to that file, and install again; or install with --demo"
    )]
    NoTokenFile,
    #[error("{path} is not JSON, so it was not changed: fix it first, or merge what `config` prints by hand", path = path.display())]
    NotJson { path: PathBuf },
    #[error("{name} is {value:?}: set it to {known}, or leave it out")]
    NotOneOf {
        name: &'static str,
        value: String,
        known: &'static str,
    },
    #[error(
        "{HOURLY_LIMIT} is {limit:?}: set it to a number greater than 0, or leave it out for YNAB's 200"
    )]
    NotALimit { limit: String },
    #[error(transparent)]
    Client(#[from] avenir_ynab::Error),
    #[error(
        "{HOST} is {host:?}: set it to an IP address, such as 127.0.0.1, or to localhost, or leave it out"
    )]
    NotAnAddress { host: String },
    #[error("{PORT} is {port:?}: set it to a number up to 65535, or leave it out")]
    NotAPort { port: String },
    #[error(
        "a token in {HTTP_TOKEN} is shorter than {SHORTEST_TOKEN} characters, or not ASCII: set it to a long random one, or leave it out to have one made"
    )]
    WeakToken,
    #[error("this system gives no random numbers, which a token is made of: set {HTTP_TOKEN}")]
    NoRandomness,
    #[error("no home directory to keep the journal in: set {JOURNAL} to a file")]
    NoHome,
    #[error("the journal cannot be kept at {path}: {reason}; set {JOURNAL} to another file", path = path.display())]
    Journal { path: PathBuf, reason: String },
}
