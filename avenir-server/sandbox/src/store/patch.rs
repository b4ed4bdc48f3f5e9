//! A field of a JSON body that may be absent.

/// A field of a JSON body: absent, null or a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Patch<T> {
    #[default]
    Absent,
    Null,
    Value(T),
}

impl<T> Patch<T> {
    /// Returns the value of a field that cannot be empty: null counts as absent.
    pub(crate) fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Writes a field that can be empty: null empties it, absent leaves it unchanged.
    pub(crate) fn replace(self, field: &mut Option<T>) {
        match self {
            Self::Absent => {}
            Self::Null => *field = None,
            Self::Value(value) => *field = Some(value),
        }
    }
}
