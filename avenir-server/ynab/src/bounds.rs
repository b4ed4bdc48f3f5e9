//! Every bound of what the client takes from YNAB, or from whoever answers in its place.
//!
//! The README of `avenir-server` has them as a table, and a test holds the table to them.

use std::time::Duration;

/// The most bytes of an answer that are read, after which the answer is refused.
///
/// Twenty years of a plan with 20,000 transactions take 15 MB, and memory is a few times that.
pub(crate) const LARGEST_ANSWER: usize = 64 * 1024 * 1024;

/// The most bytes of an error that are read: YNAB's take 200.
pub(crate) const LARGEST_REFUSAL: usize = 64 * 1024;

/// The most characters of YNAB's words that an error quotes.
pub(crate) const LONGEST_QUOTE: usize = 300;

/// The most characters of a text that are cleaned in order to quote it, since invisible ones go.
pub(crate) const MOST_CLEANED: usize = 4_096;

/// The longest time that an answer can close the hour for, by `Retry-After`. The limit is one of an
/// hour, so a longer wait is not believed.
pub(crate) const LONGEST_CLOSED: Duration = Duration::from_secs(60 * 60);

/// The longest time that a read is tried for, since somebody waits for it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How often a read is tried again.
pub(crate) const MOST_RETRIES: u32 = 2;

/// The most reads that are under way at a time, and the most idle connections that are kept. Each takes
/// a file, and a server has few of them.
pub(crate) const MOST_READS: usize = 16;

/// The most characters of an id: YNAB's have 36, and 47 with a date.
pub(crate) const LONGEST_ID: usize = 100;

/// The most bytes of a key file that are read, which is more than any token has.
pub(crate) const LARGEST_KEY_FILE: u64 = 4096;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Milliunits, Settings};

    /// The table under "Bounds" says what the constants are.
    #[test]
    fn the_readme_has_every_bound() {
        let readme = include_str!("../../README.md");
        let (_, table) = readme.split_once("\n## Bounds\n").unwrap();
        let mib = |bytes: usize| format!("{} MiB", bytes / 1024 / 1024);
        let kib = |bytes: usize| format!("{} KiB", bytes / 1024);
        let seconds = |time: Duration| format!("{} s", time.as_secs());
        let settings = Settings::default();
        for (bound, value) in [
            ("an answer of YNAB's", mib(LARGEST_ANSWER)),
            ("an error of YNAB's", kib(LARGEST_REFUSAL)),
            (
                "words of YNAB's in an error",
                format!("{LONGEST_QUOTE} characters"),
            ),
            (
                "of which so many are looked at",
                format!("{MOST_CLEANED} characters"),
            ),
            (
                "a wait that YNAB asks for",
                format!("{} minutes", LONGEST_CLOSED.as_secs() / 60),
            ),
            ("a read, with what is tried again", seconds(PATIENCE)),
            ("tries after the first", MOST_RETRIES.to_string()),
            ("reads at a time", MOST_READS.to_string()),
            ("one request", seconds(settings.timeout)),
            ("a connection", seconds(settings.connect_timeout)),
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
