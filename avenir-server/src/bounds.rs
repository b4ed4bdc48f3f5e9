//! Every bound of what a client may ask of the server, with its reason.
//!
//! The server's README has them as a table, and a test holds the table to the constants.

use std::time::Duration;

/// The most bytes of one message on stdio, as in the SDKs of clients.
pub(crate) const LARGEST_LINE: usize = 16 * 1024 * 1024;

/// The most bytes of one message over HTTP. A call with 500 assignments takes 60 kB.
pub(crate) const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// The most calls that one stdio client has under way. Each keeps its arguments in memory.
pub(crate) const MOST_CALLS: usize = 256;

/// The most replies that wait until a stdio client reads them, after which nothing more is read from
/// it. A client that does not read must not fill the memory.
pub(crate) const MOST_UNREAD: usize = 64;

/// The most connections over HTTP; fewer where the process may open fewer files.
pub(crate) const MOST_CONNECTIONS: usize = 1_024;

/// The files that are kept free for the journal, for YNAB and for the standard streams.
pub(crate) const FILES_KEPT: usize = 64;

/// The longest time that a connection may take for the head of a request, and be idle.
pub(crate) const LONGEST_HEAD: Duration = Duration::from_secs(30);

/// The longest time that the body of a request may take.
pub(crate) const LONGEST_BODY: Duration = Duration::from_secs(30);

/// The most requests of one token that are worked on, and as many whose body is being read.
pub(crate) const MOST_REQUESTS: usize = 128;

/// The most sessions of one token. Each takes 75 kB; the one that was idle longest goes.
pub(crate) const MOST_SESSIONS: usize = 64;

/// The longest time that a server which was asked to stop waits for its connections. A write is
/// waited for longer: see `LONGEST_WRITE`.
pub(crate) const LONGEST_GOODBYE: Duration = Duration::from_secs(5);

/// The longest time that a process which ends waits for a write. It is no bound on a write: one of many
/// requests that is cut off is looked up by the next process, as one that was killed.
pub(crate) const LONGEST_WRITE: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    /// The table in the README names every bound of this file, with its value.
    #[test]
    fn the_readme_has_every_bound() {
        let mib = |bytes: usize| format!("{} MiB", bytes / 1024 / 1024);
        let seconds = |time: Duration| time.as_secs().to_string();
        let bounds = [
            ("one message on stdio", mib(LARGEST_LINE)),
            ("one message over HTTP", mib(LARGEST_BODY)),
            ("calls under way on stdio", MOST_CALLS.to_string()),
            (
                "replies that a stdio client has not read",
                MOST_UNREAD.to_string(),
            ),
            ("connections over HTTP", MOST_CONNECTIONS.to_string()),
            (
                "seconds for the head of a request, and idle",
                seconds(LONGEST_HEAD),
            ),
            ("seconds for a body", seconds(LONGEST_BODY)),
            ("requests of one token at a time", MOST_REQUESTS.to_string()),
            ("sessions of one token", MOST_SESSIONS.to_string()),
            (
                "seconds for connections when the server stops",
                seconds(LONGEST_GOODBYE),
            ),
            (
                "seconds for a write when the server stops",
                seconds(LONGEST_WRITE),
            ),
        ];
        let readme = include_str!("../README.md");
        for (name, value) in &bounds {
            assert!(
                readme.contains(&format!("| {name} | {value} |")),
                "{name}: {value}"
            );
        }
        assert!(readme.contains(&format!("or {FILES_KEPT} fewer than the files")));
        let constants = include_str!("bounds.rs")
            .matches("\npub(crate) const ")
            .count();
        assert_eq!(constants, bounds.len() + 1, "each has its row");
    }
}
