//! Every bound on a client's use of the server, with its reason.
//!
//! The server's README lists them in a table, and a test compares the table with the constants.

use std::time::Duration;

/// The most bytes of one message on stdio, as in the SDKs of clients.
pub(crate) const LARGEST_LINE: usize = 16 * 1024 * 1024;

/// The most bytes of one message over HTTP. A call with 500 assignments takes 60 kB.
pub(crate) const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// The most calls that one stdio client may have under way. Each keeps its arguments in memory.
pub(crate) const MOST_CALLS: usize = 256;

/// The most replies that may wait for a stdio client to read them. At this number the server reads
/// nothing more from the client, because a client that does not read must not fill the memory.
pub(crate) const MOST_UNREAD: usize = 64;

/// The most connections over HTTP; fewer if the process may open fewer files.
pub(crate) const MOST_CONNECTIONS: usize = 1_024;

/// The number of files that are kept free for the journal, for YNAB and for the standard streams.
pub(crate) const FILES_KEPT: usize = 64;

/// The longest time that a connection may take for the head of a request, and be idle.
pub(crate) const LONGEST_HEAD: Duration = Duration::from_secs(30);

/// The longest time that the body of a request may take.
pub(crate) const LONGEST_BODY: Duration = Duration::from_secs(30);

/// The most requests of one token that are worked on. As many more may have their body read.
pub(crate) const MOST_REQUESTS: usize = 128;

/// The most sessions of one token. Each takes 75 kB; the session that was idle longest is closed.
pub(crate) const MOST_SESSIONS: usize = 64;

/// The longest time that a server which was asked to stop waits for its connections. For a write it
/// waits longer: see `LONGEST_WRITE`.
pub(crate) const LONGEST_GOODBYE: Duration = Duration::from_secs(5);

/// The longest time that a process which ends waits for a write. It does not bound the write itself:
/// the next process recovers a write that was cut off.
pub(crate) const LONGEST_WRITE: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the table in the README names every bound of this file, with its value.
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
