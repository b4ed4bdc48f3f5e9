//! Lists: counted, and shown one line per element.

use std::{borrow::Cow, collections::BTreeMap};

use super::{Show, Text};

/// A collection whose elements can be counted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements to count",
    label = "not a list",
    note = "`count(..)` takes a `Vec`, a slice, an array, a `BTreeMap` or a newtype of a list"
)]
pub trait Count {
    /// How many elements there are.
    fn count(&self) -> usize;
}

#[diagnostic::do_not_recommend]
impl<L: List + ?Sized> Count for L {
    fn count(&self) -> usize {
        self.items().len()
    }
}

#[diagnostic::do_not_recommend]
impl<K, V> Count for BTreeMap<K, V> {
    fn count(&self) -> usize {
        self.len()
    }
}

/// A list: a `Vec`, a slice, an array, or a newtype of one with `derive(Subject)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list",
    label = "not a list",
    note = "a list is a `Vec`, a slice, an array, or a newtype of one that derives `Subject`",
    note = "a tuple struct of one field stands for a list; give the field of any other a name"
)]
pub trait List {
    /// What it is a list of.
    type Item;

    /// The elements.
    fn items(&self) -> &[Self::Item];
}

#[diagnostic::do_not_recommend]
impl<T> List for [T] {
    type Item = T;

    fn items(&self) -> &[T] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T> List for Vec<T> {
    type Item = T;

    fn items(&self) -> &[T] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> List for [T; N] {
    type Item = T;

    fn items(&self) -> &[T] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Clone> List for Cow<'_, [T]> {
    type Item = T;

    fn items(&self) -> &[T] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<L: List + ?Sized> List for &L {
    type Item = L::Item;

    fn items(&self) -> &[L::Item] {
        (**self).items()
    }
}

#[diagnostic::do_not_recommend]
impl<L: List + ?Sized> List for Box<L> {
    type Item = L::Item;

    fn items(&self) -> &[L::Item] {
        (**self).items()
    }
}

/// An element of a list as one line.
///
/// Derived by `#[subject(row("…"))]`. The line is made of the element and of nothing else: what
/// the person agrees to is bound by the element's fields, not by the line.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no line, so a list of it cannot be shown as rows",
    label = "its elements have no line",
    note = "add `#[subject(row(\"…\"))]` to `{Self}`: what one line of the list says"
)]
pub trait Row {
    /// The line.
    fn row(&self) -> Text;
}

#[diagnostic::do_not_recommend]
impl<T: Row + ?Sized> Row for &T {
    fn row(&self) -> Text {
        (**self).row()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Row + ?Sized> Row for Box<T> {
    fn row(&self) -> Text {
        (**self).row()
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
