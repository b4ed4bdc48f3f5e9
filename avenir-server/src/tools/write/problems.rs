use std::{collections::HashMap, fmt::Display};

use confirm::Stop;

/// The problems of a call, which one error names together.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<String>);

/// The most rows of one call.
pub(super) const MOST_ROWS: usize = 500;
/// The most problems that one error names. The rest are counted.
const MOST: usize = 20;

impl Problems {
    /// Adds a problem of an argument, such as `transactions[2].date`.
    pub(super) fn add(&mut self, argument: impl Display, problem: impl Display) {
        self.0.push(format!("{argument}: {problem}"));
    }

    /// Returns the value of a result, or adds its problem and returns `None`.
    pub(super) fn take<T, E: Display>(
        &mut self,
        argument: impl Display,
        result: Result<T, E>,
    ) -> Option<T> {
        result.map_err(|problem| self.add(argument, problem)).ok()
    }

    /// Adds a problem if an earlier entry of the list has the same id.
    pub(super) fn once<'a>(
        &mut self,
        seen: &mut HashMap<&'a str, usize>,
        list: &str,
        index: usize,
        id: &'a str,
    ) {
        if let Some(first) = seen.insert(id, index) {
            let id = quoted(id);
            self.add(
                format!("{list}[{index}]"),
                format!("{id} is already in {list}[{first}]; name it once"),
            );
        }
    }

    /// Fails if the call has a problem.
    pub(super) fn end(self) -> Result<(), Stop> {
        self.all(Some(()))
    }

    /// Returns `right` if the call does not have a problem. Otherwise fails with all problems.
    /// `right` may be `None` only if there is a problem.
    pub(super) fn all<T>(mut self, right: Option<T>) -> Result<T, Stop> {
        if let (true, Some(right)) = (self.0.is_empty(), right) {
            return Ok(right);
        }
        let more = self.0.len().saturating_sub(MOST);
        self.0.truncate(MOST);
        if more > 0 {
            self.0.push(format!("… and {more} more"));
        }
        Err(Stop::failed(format!(
            "Nothing was changed.\n{}",
            self.0.join("\n")
        )))
    }
}

/// Fails if a list is empty or too long.
pub(super) fn count(name: &str, length: usize, most: usize) -> Result<(), Stop> {
    if (1..=most).contains(&length) {
        return Ok(());
    }
    Err(Stop::failed(format!(
        "{name} holds {length} entries: pass between 1 and {most}."
    )))
}

/// Quotes an id or a name as the caller gave it, because that text may be anything.
pub(super) fn quoted(text: &str) -> String {
    confirm::preview::quoted(text, 80)
}
