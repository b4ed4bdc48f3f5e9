/// How far an operation came, or one of its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Written down; nothing is known of it yet.
    Intended,
    /// It was applied.
    Applied,
    /// Nothing of it is in the plan, and nothing will be.
    Refused,
    /// Some requests were applied, and the others were not.
    Partial,
    /// An answer was lost, and the plan does not tell what landed.
    Unknown,
    /// It was applied, and taken back later.
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

    /// The word in the journal.
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

    /// A word that is none of ours says nothing about what landed.
    pub(super) fn from_word(word: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|state| state.as_str() == word)
            .unwrap_or(Self::Unknown)
    }

    /// Whether it is not known what landed.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Intended | Self::Unknown)
    }

    /// Whether something of it is in effect.
    pub(crate) fn is_in_effect(self) -> bool {
        matches!(self, Self::Applied | Self::Partial)
    }

    /// The state of an operation, by those of its requests.
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
