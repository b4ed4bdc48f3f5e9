//! The functions, traits and types that derived code uses. They are not part of the public API: the
//! derive is pinned to the library's exact version.

pub use crate::{
    preview::{
        Arg, Count, Lines, List, Preview, Row, Rows, Show, Text,
        derived::{
            Condition, DateText, Integer, Line, Maybe, Optional, Places, count, date, decimal,
            hidden, label, length, line, lines, maybe, month, or, places, show, when,
        },
    },
    subject::{
        Canonical, Subject, Tier,
        canonical::{Unordered, Writer},
        impls::{Key, Lent},
        json::Json,
        null::{NeverNull, NotNull, Nullable, Present},
        skip::{Skip, written},
        unsupported::{
            Exact, Fitting, Immutable, Listed, Marked, Ordered, Owned, exact, fitting, immutable,
            listed, marked, ordered, owned,
        },
    },
};

/// Writes a field. Derived code spells out the type `T`, so that the compiler underlines the type
/// of a field without a canonical form.
#[inline]
pub fn field<T: Canonical + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Writes the list that a newtype stands for. The bound keeps the newtype from ever being `null`.
pub fn list<T: NeverNull + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Writes a list whose order does not count.
pub fn unordered<T: Unordered + ?Sized>(value: &T, out: &mut Writer) {
    value.write_unordered(out);
}

/// Writes JSON that came from elsewhere, from a field under `#[subject(json)]`.
pub fn json<T: Json + ?Sized>(value: &T, out: &mut Writer) {
    value.write_json(out);
}

/// Stands in for the methods of a type whose derive reported errors.
///
/// # Panics
///
/// Always, but such a type does not compile, so nothing calls it.
pub fn unreachable() -> ! {
    unreachable!("a type whose derive reported errors does not compile")
}
