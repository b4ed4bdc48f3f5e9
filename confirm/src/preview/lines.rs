use sha2::{Digest as _, Sha256};

use super::{MAX_ROWS, Row, Text};
use crate::subject::canonical::{Canonical, Form, canonical};

/// The lines of a list. The first [`MAX_ROWS`] are kept to be shown, and the answer is bound to all
/// of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    pub(super) shown: Vec<Text>,
    /// The hash of each line together with its element.
    bound: Vec<[u8; 32]>,
}

impl Lines {
    pub(super) fn of_elements<T: Row>(elements: &[T]) -> Self {
        let mut lines = Self::default();
        for element in elements {
            lines.push(element.row(), Some(element));
        }
        lines
    }

    /// Returns the same lines for a list whose order does not count.
    #[must_use]
    pub fn unordered(mut self) -> Self {
        self.bound.sort_unstable();
        self
    }

    /// Returns the number of lines.
    pub(super) fn total(&self) -> usize {
        self.bound.len()
    }

    /// Returns the hash of all lines. It depends on their order unless the list is unordered.
    pub(super) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.bound.as_flattened()).into()
    }

    fn push(&mut self, text: Text, element: Option<&(impl Canonical + ?Sized)>) {
        let mut hash = Sha256::new();
        hash.update(canonical(&text, Form::Shown));
        if let Some(element) = element {
            hash.update(canonical(element, Form::Shown));
        }
        self.bound.push(hash.finalize().into());
        if self.shown.len() < MAX_ROWS {
            self.shown.push(text);
        }
    }
}

impl FromIterator<Text> for Lines {
    fn from_iter<I: IntoIterator<Item = Text>>(texts: I) -> Self {
        let mut lines = Self::default();
        for text in texts {
            lines.push(text, None::<&str>);
        }
        lines
    }
}
