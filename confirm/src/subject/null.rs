//! Markers for types whose JSON may be `null`. An `Option` of such a type is refused, because two
//! of its values would be written alike.

use super::Canonical;

/// The marker of a type that is never written as `null`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Present {}

/// The marker of a type that may be written as `null`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Nullable {}

/// The bound on the marker of a value inside an `Option`.
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

/// A value that is never written as `null`.
pub trait NeverNull: Canonical {}

impl<T: Canonical + ?Sized> NeverNull for T where T::Null: NotNull {}
