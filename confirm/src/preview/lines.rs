use sha2::{Digest as _, Sha256};

use super::{MAX_ROWS, Row, Text};
use crate::subject::canonical::{Canonical, Form, canonical};

/// The lines of a list: the first [`MAX_ROWS`] are kept to be shown, and all of them are bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    pub(super) shown: Vec<Text>,
    /// The hash of each line, with the element that it is the line of.
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

    /// The same lines, of a list whose order means nothing.
    #[must_use]
    pub fn unordered(mut self) -> Self {
        self.bound.sort_unstable();
        self
    }

    /// The number of lines.
    pub(super) fn total(&self) -> usize {
        self.bound.len()
    }

    /// The hash of all lines, in their order if that means anything.
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
