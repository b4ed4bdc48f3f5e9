//! The formats as derived code calls them. Each has a trait of its own, so that the error for a
//! field of the wrong type names the format instead of Rust's integers and references.

use std::borrow::Cow;

use super::{Arg, Count, Lines, List, Rows, Show, Text, format};

/// A warning or a line of context, which is left out if an optional value in it is `None`.
#[derive(Debug)]
pub struct Line(Option<Text>);

/// Starts a warning or a line of context.
#[must_use]
pub fn line(template: &'static str) -> Line {
    Line(Some(Text::new(template)))
}

impl Line {
    /// Sets the argument `name`, or leaves the line out if there is no value.
    #[must_use]
    pub fn arg(self, name: &'static str, value: impl Into<Option<Arg>>) -> Self {
        Self(
            self.0
                .zip(value.into())
                .map(|(text, value)| text.arg(name, value)),
        )
    }

    /// Returns the line, unless it is left out.
    #[must_use]
    pub fn text(self) -> Option<Text> {
        self.0
    }
}

/// Shows a value without a format.
pub fn show<T: Show + ?Sized>(value: &T) -> Arg {
    value.show()
}

/// Shows a value without a format, if there is one.
pub fn maybe<T: Maybe + ?Sized>(value: &T) -> Option<Arg> {
    value.maybe()
}

/// A value that a line may hold without a format. A line is left out if its value is missing; a
/// question cannot be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown as it is",
    label = "say how to show it",
    note = "a list is shown by `count(field)`",
    note = "an enum of yours derives `Subject` with `#[subject(label(\"…\"))]` on each variant"
)]
pub trait Maybe {
    /// Returns the value as the person sees it, if there is one.
    fn maybe(&self) -> Option<Arg>;
}

#[diagnostic::do_not_recommend]
impl<T: Show + ?Sized> Maybe for T {
    fn maybe(&self) -> Option<Arg> {
        Some(self.show())
    }
}

#[diagnostic::do_not_recommend]
impl<T: Show> Maybe for Option<T> {
    fn maybe(&self) -> Option<Arg> {
        self.as_ref().map(Show::show)
    }
}

/// Returns the number of elements of a list.
pub fn count<T: Count + ?Sized>(list: &T) -> Arg {
    Arg::integer(list.count() as i128)
}

/// Shows a value that may be missing, or the stand-in.
pub fn or<T: Optional + ?Sized>(
    value: &T,
    stand_in: &'static str,
    show: impl FnOnce(&T::Value) -> Arg,
) -> Arg {
    value
        .optional()
        .map_or_else(|| Text::new(stand_in).into(), show)
}

/// A value that may be missing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is always there, so nothing can stand in for it",
    label = "not an `Option`"
)]
pub trait Optional {
    /// The type of the value.
    type Value: ?Sized;

    /// Returns the value, if there is one.
    fn optional(&self) -> Option<&Self::Value>;
}

#[diagnostic::do_not_recommend]
impl<T> Optional for Option<T> {
    type Value = T;

    fn optional(&self) -> Option<&T> {
        self.as_ref()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Optional + ?Sized> Optional for &T {
    type Value = T::Value;

    fn optional(&self) -> Option<&T::Value> {
        (**self).optional()
    }
}

/// Returns the line if the condition holds.
pub fn when<T: Condition + ?Sized>(
    condition: &T,
    line: impl FnOnce(&T::Value) -> Option<Text>,
) -> Option<Text> {
    condition.holds().and_then(line)
}

/// A field that `when = ..` may name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say when to show this",
    label = "neither a `bool` nor an `Option`"
)]
pub trait Condition {
    /// The type of the value that is there if the condition holds.
    type Value: ?Sized;

    /// Returns the value, if the condition holds.
    fn holds(&self) -> Option<&Self::Value>;
}

#[diagnostic::do_not_recommend]
impl Condition for bool {
    type Value = bool;

    fn holds(&self) -> Option<&bool> {
        self.then_some(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Condition for Option<T> {
    type Value = T;

    fn holds(&self) -> Option<&T> {
        self.as_ref()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Condition + ?Sized> Condition for &T {
    type Value = T::Value;

    fn holds(&self) -> Option<&T::Value> {
        (**self).holds()
    }
}

/// Shows an integer in minor units.
pub fn decimal<T: Integer + ?Sized>(value: &T, scale: u32, digits: u32) -> Arg {
    format::decimal(value.integer(), scale, digits)
}

/// An integer that `decimal` can show.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer, so `decimal` cannot show it",
    label = "not an integer in minor units",
    note = "for an `Option`, say what stands for nothing: `or(decimal(..), \"stand-in\")`"
)]
pub trait Integer {
    /// Returns the value.
    fn integer(&self) -> i128;
}

/// Returns a number of decimals.
pub fn places<T: Places + ?Sized>(value: &T) -> u32 {
    value.places()
}

/// An unsigned integer that `scale` and `digits` accept.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of decimals",
    label = "not an unsigned integer"
)]
pub trait Places {
    /// Returns the value, or the largest `u32` if it does not fit.
    fn places(&self) -> u32;
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Integer for $int {
            fn integer(&self) -> i128 {
                #[allow(clippy::cast_lossless, reason = "`usize` has no `From`, the others have")]
                (*self as i128)
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

macro_rules! places {
    ($($int:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Places for $int {
            fn places(&self) -> u32 {
                u32::try_from(*self).unwrap_or(u32::MAX)
            }
        }
    )*};
}
places!(u8 u16 u32 u64 usize);

/// Shows a date that is given as text.
pub fn date<T: DateText + ?Sized>(value: &T) -> Arg {
    format::date(value.text())
}

/// Shows a month that is given as text.
pub fn month<T: DateText + ?Sized>(value: &T) -> Arg {
    format::month(value.text())
}

/// Text that `date` and `month` can show.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a date as text, so `date` cannot show it",
    label = "not text",
    note = "for an `Option`, say what stands for nothing: `or(date(..), \"stand-in\")`"
)]
pub trait DateText {
    /// Returns the text.
    fn text(&self) -> &str;
}

#[diagnostic::do_not_recommend]
impl DateText for str {
    fn text(&self) -> &str {
        self
    }
}

#[diagnostic::do_not_recommend]
impl DateText for String {
    fn text(&self) -> &str {
        self
    }
}

#[diagnostic::do_not_recommend]
impl DateText for Cow<'_, str> {
    fn text(&self) -> &str {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: DateText + ?Sized> DateText for &T {
    fn text(&self) -> &str {
        (**self).text()
    }
}

/// Returns the stand-in for a redacted field.
#[must_use]
pub fn hidden() -> Arg {
    Arg::hidden()
}

/// Shows the label of a variant.
#[must_use]
pub fn label(text: Text) -> Arg {
    text.into()
}

/// Returns the number of elements of a newtype's list.
pub fn length<L: List + ?Sized>(list: &L) -> usize {
    list.count()
}

/// Makes the lines of a list.
pub fn lines<L: Rows + ?Sized>(list: &L) -> Lines {
    list.rows()
}
