//! Every bound on what the client accepts from YNAB, or from a server that replaces YNAB.
//!
//! The README of `avenir-server` lists them in a table, and a test compares the table with them.

use std::time::Duration;

/// The most bytes of an answer. A longer answer is refused.
///
/// A plan of twenty years with 20,000 transactions takes 15 MB, and a few times that in memory.
pub(crate) const LARGEST_ANSWER: usize = 64 * 1024 * 1024;

/// The most bytes that are read of an error answer. YNAB's have about 200.
pub(crate) const LARGEST_REFUSAL: usize = 64 * 1024;

/// The most characters of YNAB's text that an error quotes.
pub(crate) const LONGEST_QUOTE: usize = 300;

/// The most characters that are cleaned for a quote. More than are quoted, because invisible ones
/// are removed.
pub(crate) const MOST_CLEANED: usize = 4_096;

/// The longest `Retry-After` that stops requests. YNAB's limit is per hour, so a longer wait is not
/// believed.
pub(crate) const LONGEST_CLOSED: Duration = Duration::from_secs(60 * 60);

/// The time after the start of a read in which a retry may begin, because somebody waits for the
/// read.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The most retries of a read.
pub(crate) const MOST_RETRIES: u32 = 2;

/// The most reads at a time, and the most idle connections that are kept. Each takes a file
/// descriptor, and a server has few of them.
pub(crate) const MOST_READS: usize = 16;

/// The most characters of an id: YNAB's have 36, and 47 with a date.
pub(crate) const LONGEST_ID: usize = 100;

/// The most bytes of a key file, which is more than any token has.
pub(crate) const LARGEST_KEY_FILE: u64 = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Milliunits, Settings};

    /// Checks that the table under "Bounds" has the values of the constants.
    #[test]
    fn the_readme_has_every_bound() {
        let readme = include_str!("../../README.md");
        let (_, table) = readme.split_once("\n## Bounds\n").unwrap();
        let mib = |bytes: usize| format!("{} MiB", bytes / 1024 / 1024);
        let kib = |bytes: usize| format!("{} KiB", bytes / 1024);
        let seconds = |time: Duration| format!("{} s", time.as_secs());
        let settings = Settings::default();
        for (bound, value) in [
            ("an answer of YNAB", mib(LARGEST_ANSWER)),
            ("an error answer of YNAB", kib(LARGEST_REFUSAL)),
            (
                "a quote of YNAB in an error",
                format!("{LONGEST_QUOTE} characters"),
            ),
            (
                "text that is cleaned for a quote",
                format!("{MOST_CLEANED} characters"),
            ),
            (
                "a wait that YNAB requests",
                format!("{} minutes", LONGEST_CLOSED.as_secs() / 60),
            ),
            ("start of the last retry of a read", seconds(PATIENCE)),
            ("retries of a read", MOST_RETRIES.to_string()),
            ("reads at a time", MOST_READS.to_string()),
            ("one request", seconds(settings.timeout)),
            ("connecting", seconds(settings.connect_timeout)),
            ("an id", format!("{LONGEST_ID} characters")),
            (
                "an amount, and a sum",
                Milliunits(Milliunits::LARGEST).decimal().to_string(),
            ),
            ("a token file", format!("{LARGEST_KEY_FILE} bytes")),
        ] {
            let row = format!("| {bound} | {value} |");
            assert!(table.contains(&row), "{row}");
        }
    }
}
