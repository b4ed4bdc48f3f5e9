use std::borrow::Cow;

use super::{Text, format, text::quote};

/// A value inside a [`Text`].
#[derive(Clone, Debug, PartialEq)]
pub struct Arg(pub(super) Kind);

/// Values stay what they are until they are rendered: another language writes the same amount
/// with another decimal sign, and another renderer may align it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Text of unknown origin: shown inside ‘ ’, made safe.
    Quoted(String),
    Integer(i128),
    /// `value` / 10^`scale`, with at least `digits` decimals.
    Decimal {
        value: i128,
        scale: u32,
        digits: u32,
    },
    /// `YYYY-MM-DD`, checked.
    Date(String),
    /// A text of ours, such as "no category", which has other languages.
    Text(Text),
    /// The name of an operation, in `snake_case`.
    Operation(&'static str),
}

impl Arg {
    /// What stands in for a redacted value.
    pub(crate) fn hidden() -> Self {
        Text::new("[hidden]").into()
    }

    pub(super) fn render(&self, width: usize) -> String {
        match &self.0 {
            Kind::Quoted(text) => quote(text, width),
            Kind::Integer(value) => value.to_string(),
            Kind::Decimal {
                value,
                scale,
                digits,
            } => format::decimal_text(*value, *scale, *digits),
            Kind::Date(date) => date.clone(),
            Kind::Text(text) => text.render(width),
            Kind::Operation(kind) => kind.replace('_', " "),
        }
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Self {
        Self(Kind::Text(text))
    }
}

impl<T: Show + ?Sized> From<&T> for Arg {
    fn from(value: &T) -> Self {
        value.show()
    }
}

/// A value that a question or a line can hold as it is.
///
/// Text, integers, and enums whose variants carry a `#[subject(label("…"))]`. Everything else has
/// a format that says how: `count(list)`, `or(optional, "stand-in")`, `decimal(..)`, `date(..)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown as it is",
    label = "say how to show it",
    note = "a list is shown by `count(field)`, an `Option` by `or(field, \"stand-in\")`",
    note = "an enum of yours derives `Subject` with `#[subject(label(\"…\"))]` on each variant"
)]
pub trait Show {
    /// The value as the person sees it.
    fn show(&self) -> Arg;
}

#[diagnostic::do_not_recommend]
impl Show for str {
    fn show(&self) -> Arg {
        Arg(Kind::Quoted(self.to_owned()))
    }
}

#[diagnostic::do_not_recommend]
impl Show for String {
    fn show(&self) -> Arg {
        self.as_str().show()
    }
}

#[diagnostic::do_not_recommend]
impl Show for Cow<'_, str> {
    fn show(&self) -> Arg {
        self.as_ref().show()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Show + ?Sized> Show for &T {
    fn show(&self) -> Arg {
        (**self).show()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Show + ?Sized> Show for Box<T> {
    fn show(&self) -> Arg {
        (**self).show()
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Show for $int {
            fn show(&self) -> Arg {
                #[allow(clippy::cast_lossless, reason = "`usize` has no `From`, the others have")]
                Arg(Kind::Integer(*self as i128))
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
