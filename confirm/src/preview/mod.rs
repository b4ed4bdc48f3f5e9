//! Previews: the question and everything that is shown with it, as data. They are rendered late,
//! from templates with named arguments, so that a catalogue can hold another language.

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

#[cfg(test)]
pub(crate) use self::format::for_people as formats_for_people;
pub use self::{
    arg::{Arg, Show},
    format::{date, decimal, month},
    lines::Lines,
    list::{Count, List, Row, Rows},
    text::Text,
};
pub(crate) use self::{
    digest::Digest,
    render::render,
    text::{Part, parts},
};

/// Returns text of unknown origin as one line of visible characters inside ‘ ’, as questions show
/// it. Use it for a server's own replies.
///
/// It is at most `width` characters wide, but never narrower than it takes to tell a long text from
/// another.
#[must_use]
pub fn quoted(text: &str, width: usize) -> String {
    safe::quote(text, width)
}

/// Returns text of unknown origin as one line of at most `width` visible characters, and a note of
/// what was cut. Use it for a value that JSON delimits, which needs no quotes.
///
/// Markup and quotes stay as they are. Characters that hide or move text are shown as escapes, and
/// so is the backslash.
#[must_use]
pub fn visible(text: &str, width: usize) -> String {
    safe::visible(text, width)
}

/// The number of rows of a list that are shown; the rest is counted.
pub const MAX_ROWS: usize = 20;

/// The question, and everything that a person needs to see to answer it.
#[derive(Clone, PartialEq)]
pub struct Preview {
    operation: &'static str,
    question: Text,
    consequence: Option<Text>,
    sensitive: bool,
    warnings: Vec<Text>,
    context: Vec<Text>,
    /// The rows that are shown.
    rows: Vec<Text>,
    total: usize,
    /// The hash of all rows, including those that are not shown.
    all_rows: [u8; 32],
}

impl Preview {
    /// Makes a preview of a question. A question starts with the verb and names the target, and the
    /// amount or the count.
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

    /// Sets the consequence: what cannot be taken back, or what else follows. It must hold no value
    /// of the change, because it is shown even where the change may not be.
    #[must_use]
    pub fn consequence(mut self, consequence: Text) -> Self {
        self.consequence = Some(consequence);
        self
    }

    /// Shows only the operation and its consequence, so that no value of the change is sent to the
    /// client.
    #[must_use]
    pub fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Adds a warning.
    #[must_use]
    pub fn warning(mut self, warning: impl Into<Option<Text>>) -> Self {
        self.warnings.extend(warning.into());
        self
    }

    /// Adds a line that states where the change happens, such as the name of a plan.
    #[must_use]
    pub fn context(mut self, context: impl Into<Option<Text>>) -> Self {
        self.context.extend(context.into());
        self
    }

    /// Sets one line for each element of a list of `total` elements. The first [`MAX_ROWS`] are
    /// kept to be shown. The person agrees to the whole list, so the answer is bound to the first
    /// `total` lines of `rows`, in their order.
    #[must_use]
    pub fn rows(self, total: usize, rows: impl IntoIterator<Item = Text>) -> Self {
        let lines = rows.into_iter().take(total).collect();
        Self {
            total,
            ..self.rows_of(lines)
        }
    }

    /// Sets the rows of a list whose elements derive their lines.
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

    /// Sets the operation, which is shown where nothing else may be.
    pub(crate) fn of_operation(self, operation: &'static str) -> Self {
        Self { operation, ..self }
    }

    /// Marks the preview as sensitive: it shows only the operation and its consequence from now on.
    pub(crate) fn hide(&mut self) {
        self.sensitive = true;
    }

    pub(crate) fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// Returns the question. For a sensitive change this is still the full one, although the
    /// message shows only the operation.
    #[must_use]
    pub fn question(&self) -> &Text {
        &self.question
    }
}

/// Shows the operation, the template of the question and the number of rows, and no value of the
/// change.
impl fmt::Debug for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Preview")
            .field("operation", &self.operation)
            .field("question", &self.question)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

/// Writes the message that the person reads, in English.
impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(self, None, &Catalogue::english()))
    }
}

#[cfg(test)]
mod locks;
#[cfg(test)]
mod tests;
