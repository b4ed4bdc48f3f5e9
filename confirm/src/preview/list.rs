//! Lists: counted, and shown one line per element.

use std::{borrow::Cow, collections::BTreeMap};

use super::{Show, Text, lines::Lines};
use crate::Canonical;

/// A collection whose elements can be counted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements to count",
    label = "not a list",
    note = "`count(..)` takes a `Vec`, a slice, an array, a `BTreeMap` or a newtype of a list"
)]
pub trait Count {
    /// Returns the number of elements.
    fn count(&self) -> usize;
}

/// A list that a newtype may hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list",
    label = "not a list",
    note = "a tuple struct of one field stands for a list; give the field of any other a name"
)]
pub trait List: Count {}

/// A list whose elements can be shown as one line each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list that can be shown as rows",
    label = "not a list of rows",
    note = "a list of rows is a `Vec`, a slice or an array, or a newtype of one with \
            `#[subject(rows = self)]`"
)]
pub trait Rows: Count {
    /// Makes the lines of all elements.
    fn rows(&self) -> Lines;
}

/// An element of a list that is shown as one line.
///
/// Derived by `#[subject(row("…"))]`. The answer is bound to the line and the element of every row,
/// including those that are not shown.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no line, so a list of it cannot be shown as rows",
    label = "its elements have no line",
    note = "add `#[subject(row(\"…\"))]` to `{Self}`: what one line of the list says"
)]
pub trait Row: Canonical {
    /// Makes the line.
    fn row(&self) -> Text;
}

macro_rules! lists {
    ($([$($generics:tt)*] $list:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Count for $list {
            fn count(&self) -> usize {
                self.len()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($generics)*> List for $list {}
    )*};
}
lists! {
    [T] [T];
    [T] Vec<T>;
    [T, const N: usize] [T; N];
    [T: Clone] Cow<'_, [T]>;
}

// These are not made by the macro, because an error about an element points here.

impl<T: Row> Rows for [T] {
    fn rows(&self) -> Lines {
        Lines::of_elements(self)
    }
}

impl<T: Row> Rows for Vec<T> {
    fn rows(&self) -> Lines {
        self.as_slice().rows()
    }
}

impl<T: Row, const N: usize> Rows for [T; N] {
    fn rows(&self) -> Lines {
        self.as_slice().rows()
    }
}

impl<T: Row + Clone> Rows for Cow<'_, [T]> {
    fn rows(&self) -> Lines {
        (**self).rows()
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Count + ?Sized> Count for $pointer {
            fn count(&self) -> usize {
                (**self).count()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: List + ?Sized> List for $pointer {}

        impl<T: Rows + ?Sized> Rows for $pointer {
            fn rows(&self) -> Lines {
                (**self).rows()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: Row + ?Sized> Row for $pointer {
            fn row(&self) -> Text {
                (**self).row()
            }
        }
    )*};
}
pointers!(&T, Box<T>);

#[diagnostic::do_not_recommend]
impl<K, V> Count for BTreeMap<K, V> {
    fn count(&self) -> usize {
        self.len()
    }
}

#[diagnostic::do_not_recommend]
impl Row for str {
    fn row(&self) -> Text {
        Text::new("{text}").arg("text", self.show())
    }
}

#[diagnostic::do_not_recommend]
impl Row for String {
    fn row(&self) -> Text {
        self.as_str().row()
    }
}
