//! What derived code calls. It is no part of the API: the derive is pinned to the same version.

pub use crate::{
    preview::{
        Arg, Count, Lines, List, Preview, Row, Rows, Show, Text,
        derived::{
            Condition, DateText, Integer, Line, Maybe, Optional, Places, count, date, decimal,
            hidden, label, length, line, lines, maybe, or, places, show, when,
        },
    },
    subject::{
        Canonical, Subject, Tier,
        canonical::{Unordered, Writer},
        holds::{Key, Lent},
        json::Json,
        null::{NeverNull, NotNull, Nullable, Present},
        refuses::{
            Exact, Fitting, Listed, Marked, Ordered, Owned, Settled, exact, fitting, listed,
            marked, ordered, owned, settled,
        },
        skip::{Skip, written},
    },
};

/// Writes a field. The type is spelled out where it is called, so that a field without a canonical
/// form is underlined at its type.
#[inline]
pub fn field<T: Canonical + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Writes the list that a newtype stands for, which is then never `null` either.
pub fn list<T: NeverNull + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Writes a list whose order means nothing.
pub fn unordered<T: Unordered + ?Sized>(value: &T, out: &mut Writer) {
    value.write_unordered(out);
}

/// Writes JSON that came from elsewhere.
pub fn json<T: Json + ?Sized>(value: &T, out: &mut Writer) {
    value.write_json(out);
}

/// What a type with mistakes does, were it ever run.
pub fn unreachable() -> ! {
    unreachable!("a type whose derive reported errors does not compile")
}
