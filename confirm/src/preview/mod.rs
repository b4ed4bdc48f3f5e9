//! What the person sees, as data that is rendered late: templates with named arguments, so that a
//! catalogue can hold another language, and lists of which twenty rows are shown.

mod arg;
mod digest;
mod render;
mod safe;
mod text;

pub use self::{
    arg::{Arg, Count, Show, decimal},
    text::Text,
};
pub(crate) use self::{digest::Digest, render::render};

/// How many rows of a list are shown; the rest is counted.
pub const MAX_ROWS: usize = 20;

/// The question, and what the person needs to know to answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    question: Text,
    warnings: Vec<Text>,
    context: Vec<Text>,
    rows: Vec<Text>,
    total: usize,
}

impl Preview {
    /// A question. It starts with the verb and names the target, and the amount or the count.
    #[must_use]
    pub fn new(question: Text) -> Self {
        Self {
            question,
            warnings: Vec::new(),
            context: Vec::new(),
            rows: Vec::new(),
            total: 0,
        }
    }

    /// Adds what the person should be wary of.
    #[must_use]
    pub fn warning(mut self, warning: Text) -> Self {
        self.warnings.push(warning);
        self
    }

    /// Adds where the change happens, such as the name of a plan.
    #[must_use]
    pub fn context(mut self, context: Text) -> Self {
        self.context.push(context);
        self
    }

    /// Sets one line per element of a list of `total` elements. Only the first [`MAX_ROWS`] are
    /// kept; what the person agrees to is the whole list, which the fingerprint covers.
    #[must_use]
    pub fn rows(mut self, total: usize, rows: impl IntoIterator<Item = Text>) -> Self {
        self.total = total;
        self.rows = rows.into_iter().take(MAX_ROWS).collect();
        self
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> &Text {
        &self.question
    }
}
