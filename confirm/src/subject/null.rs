//! Which values may be `null` in JSON, as types: an `Option` of one would have two values that are
//! written alike.

use super::Canonical;

/// Never `null`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Present {}

/// `null`, or may be.
#[derive(Debug)]
#[non_exhaustive]
pub enum Nullable {}

/// What an `Option` asks of the value in it.
#[diagnostic::on_unimplemented(
    message = "the value in this `Option` may be `null` by itself, so `None` and `Some` of that \
               `null` would be written alike",
    label = "two values would be written alike",
    note = "tell them apart by an enum of yours, such as one of `Keep`, `Clear` and `Set {{ .. }}`",
    note = "in a field of that type `#[serde(skip_serializing_if = \"Option::is_none\")]` leaves the outer `None` out"
)]
pub trait NotNull {}

#[diagnostic::do_not_recommend]
impl NotNull for Present {}

/// A value that is never `null`.
pub trait NeverNull: Canonical {}

impl<T: Canonical + ?Sized> NeverNull for T where T::Null: NotNull {}
