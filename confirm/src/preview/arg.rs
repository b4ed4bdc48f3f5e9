use std::{borrow::Cow, fmt};

use serde::Serialize;

use super::{Text, format, safe};
use crate::Catalogue;

/// A value inside a [`Text`].
#[derive(Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Arg(pub(super) Kind);

/// Values keep their type until they are rendered: another renderer may align an amount, or make
/// untrusted text safe in its own way.
#[derive(Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Kind {
    /// Text of unknown origin. It is made safe and shown inside ‘ ’.
    Untrusted {
        text: String,
    },
    Integer {
        value: i128,
    },
    /// `value` / 10^`scale`, with at least `digits` decimals.
    Decimal {
        value: i128,
        scale: u32,
        digits: u32,
    },
    /// A date whose form `YYYY-MM-DD` was checked.
    Date {
        date: String,
    },
    /// The month of a date whose form `YYYY-MM-DD` was checked.
    Month {
        date: String,
    },
    /// A template of the library or the server, such as "no category", which can be translated.
    Text(Text),
    /// The name of an operation, in `snake_case`.
    Operation {
        kind: &'static str,
    },
}

impl Arg {
    pub(super) fn untrusted(text: &str) -> Self {
        Self(Kind::Untrusted {
            text: text.to_owned(),
        })
    }

    pub(super) fn integer(value: i128) -> Self {
        Self(Kind::Integer { value })
    }

    /// Returns the stand-in for a redacted value.
    pub(super) fn hidden() -> Self {
        Text::new("[hidden]").into()
    }

    /// Returns the value of an integer, without its sign.
    pub(super) fn count(&self) -> Option<u64> {
        match self.0 {
            Kind::Integer { value } => u64::try_from(value.unsigned_abs()).ok(),
            _ => None,
        }
    }

    pub(super) fn render(&self, width: usize, catalogue: &Catalogue) -> String {
        match &self.0 {
            Kind::Untrusted { text } => safe::quote(text, width),
            Kind::Integer { value } => value.to_string(),
            Kind::Decimal {
                value,
                scale,
                digits,
            } => format::decimal_in(format::decimal_text(*value, *scale, *digits), catalogue),
            Kind::Date { date } => format::date_in(date, catalogue),
            Kind::Month { date } => format::month_in(date, catalogue),
            Kind::Text(text) => text.render(width, catalogue),
            Kind::Operation { kind } => {
                let operation = kind.replace('_', " ");
                catalogue.translate(&operation, None).to_owned()
            }
        }
    }
}

/// Shows no value.
impl fmt::Debug for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Arg").finish_non_exhaustive()
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

/// A value that a question or a line can hold without a format.
///
/// Implemented for text, integers, and enums whose variants have a `#[subject(label("…"))]`. Every
/// other type needs a format: `count(list)`, `or(optional, "stand-in")`, `decimal(..)`, `date(..)`,
/// `month(..)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown as it is",
    label = "say how to show it",
    note = "a list is shown by `count(field)`, an `Option` by `or(field, \"stand-in\")`",
    note = "an enum of yours derives `Subject` with `#[subject(label(\"…\"))]` on each variant"
)]
pub trait Show {
    /// Returns the value as the person sees it.
    fn show(&self) -> Arg;
}

#[diagnostic::do_not_recommend]
impl Show for str {
    fn show(&self) -> Arg {
        Arg::untrusted(self)
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
                Arg::integer(*self as i128)
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
