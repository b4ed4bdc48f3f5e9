//! What the person sees, as data that is rendered late: templates with named arguments, so that a
//! catalogue can hold another language, and lists of which twenty rows are shown.

mod arg;
pub(crate) mod derived;
mod digest;
mod format;
mod lines;
mod list;
mod render;
mod safe;
mod structured;
mod text;

use std::fmt;

use crate::Catalogue;

pub use self::{
    arg::{Arg, Show},
    format::{date, decimal},
    lines::Lines,
    list::{Count, List, Row, Rows},
    text::Text,
};
pub(crate) use self::{
    digest::Digest,
    render::render,
    text::{Part, parts},
};

/// Text of unknown origin as one line of visible characters inside ‘ ’, at most `width` characters
/// wide (but never fewer than it takes to tell a long one apart): as questions show it, for a
/// server's own replies.
#[must_use]
pub fn quoted(text: &str, width: usize) -> String {
    safe::quote(text, width)
}

/// Text of unknown origin as one line of visible characters, at most `width` of them and a note of
/// what was cut: for a value that JSON delimits, where there is nothing to quote. Markup and quotes
/// stay as they are; what hides or moves text is shown as an escape, and so is the backslash.
#[must_use]
pub fn visible(text: &str, width: usize) -> String {
    safe::visible(text, width)
}

/// How many rows of a list are shown; the rest is counted.
pub const MAX_ROWS: usize = 20;

/// The question, and what the person needs to know to answer it.
#[derive(Clone, PartialEq)]
pub struct Preview {
    operation: &'static str,
    question: Text,
    consequence: Option<Text>,
    sensitive: bool,
    warnings: Vec<Text>,
    context: Vec<Text>,
    /// Those that are shown.
    rows: Vec<Text>,
    total: usize,
    /// The hash of all rows, also of those that are not shown.
    all_rows: [u8; 32],
}

impl Preview {
    /// A question. It starts with the verb and names the target, and the amount or the count.
    #[must_use]
    pub fn new(question: Text) -> Self {
        Self {
            operation: "",
            question,
            consequence: None,
            sensitive: false,
            warnings: Vec::new(),
            context: Vec::new(),
            rows: Vec::new(),
            total: 0,
            all_rows: Lines::default().hash(),
        }
    }

    /// Says what cannot be taken back, or what else follows. It names no value of the change, so
    /// that it can be shown where the change cannot.
    #[must_use]
    pub fn consequence(mut self, consequence: Text) -> Self {
        self.consequence = Some(consequence);
        self
    }

    /// Shows the operation and its consequence only: no value of the change leaves for the client.
    #[must_use]
    pub fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Adds what the person should be wary of.
    #[must_use]
    pub fn warning(mut self, warning: impl Into<Option<Text>>) -> Self {
        self.warnings.extend(warning.into());
        self
    }

    /// Adds where the change happens, such as the name of a plan.
    #[must_use]
    pub fn context(mut self, context: impl Into<Option<Text>>) -> Self {
        self.context.extend(context.into());
        self
    }

    /// Sets one line per element of a list of `total` elements. Only the first [`MAX_ROWS`] are
    /// kept. The person agrees to the whole list, so `total` of them are taken, and the answer is
    /// bound to all of these, in their order.
    #[must_use]
    pub fn rows(self, total: usize, rows: impl IntoIterator<Item = Text>) -> Self {
        let lines = rows.into_iter().take(total).collect();
        Self {
            total,
            ..self.rows_of(lines)
        }
    }

    /// Sets the rows of a list whose elements derive theirs.
    #[doc(hidden)]
    #[must_use]
    pub fn rows_of(self, lines: Lines) -> Self {
        Self {
            total: lines.total(),
            all_rows: lines.hash(),
            rows: lines.shown,
            ..self
        }
    }

    /// Names the operation, for where nothing else may be shown.
    pub(crate) fn of_operation(self, operation: &'static str) -> Self {
        Self { operation, ..self }
    }

    /// Shows from now on the operation and its consequence only.
    pub(crate) fn hide(&mut self) {
        self.sensitive = true;
    }

    pub(crate) fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// The question, also of a sensitive change, whose message is another one.
    #[must_use]
    pub fn question(&self) -> &Text {
        &self.question
    }
}

/// Shows the operation, and no value of the change.
impl fmt::Debug for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Preview")
            .field("operation", &self.operation)
            .field("question", &self.question)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

/// What the person reads, in English.
impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(self, None, &Catalogue::english()))
    }
}

#[cfg(test)]
mod locks;
#[cfg(test)]
mod tests;
