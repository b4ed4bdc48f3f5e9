/// The state of an operation, or of one of its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The intent was written down, and no outcome is known yet.
    Intended,
    /// YNAB applied it.
    Applied,
    /// No part of it is in the plan, and no part will be.
    Refused,
    /// Some requests were applied, and the others were not.
    Partial,
    /// An answer was lost, and the plan does not show what was applied.
    Unknown,
    /// It was applied and later taken back.
    Undone,
}

impl State {
    const ALL: [Self; 6] = [
        Self::Intended,
        Self::Applied,
        Self::Refused,
        Self::Partial,
        Self::Unknown,
        Self::Undone,
    ];

    /// Returns the word in the journal.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Intended => "intended",
            Self::Applied => "applied",
            Self::Refused => "refused",
            Self::Partial => "partial",
            Self::Unknown => "unknown",
            Self::Undone => "undone",
        }
    }

    /// Reads a word of the journal. A word of another version says nothing about what was applied.
    pub(super) fn from_word(word: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|state| state.as_str() == word)
            .unwrap_or(Self::Unknown)
    }

    /// Returns whether the outcome is not known.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Intended | Self::Unknown)
    }

    /// Returns whether at least a part is in effect.
    pub(crate) fn is_in_effect(self) -> bool {
        matches!(self, Self::Applied | Self::Partial)
    }

    /// Returns the state of an operation from the states of its requests.
    pub(super) fn of(steps: impl IntoIterator<Item = Self>) -> Self {
        let (mut applied, mut refused, mut partial) = (0, 0, 0);
        for step in steps {
            match step {
                Self::Applied => applied += 1,
                Self::Refused => refused += 1,
                Self::Partial => partial += 1,
                other => return other,
            }
        }
        match (applied, refused) {
            _ if partial > 0 => Self::Partial,
            (_, 0) => Self::Applied,
            (0, _) => Self::Refused,
            _ => Self::Partial,
        }
    }
}
