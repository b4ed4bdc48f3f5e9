use std::borrow::Cow;

use super::{Text, text::quote};

/// A value inside a [`Text`].
#[derive(Clone, Debug, PartialEq)]
pub struct Arg(pub(super) Kind);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Text of unknown origin: shown inside ‘ ’, made safe.
    Quoted(String),
    /// Digits and the like, which we made.
    Plain(String),
    /// A text of ours, such as "no category", which has other languages.
    Text(Text),
}

impl Arg {
    pub(super) fn render(&self, width: usize) -> String {
        match &self.0 {
            Kind::Quoted(text) => quote(text, width),
            Kind::Plain(text) => text.clone(),
            Kind::Text(text) => text.render(width),
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
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shown in a question as it is",
    label = "cannot be shown"
)]
pub trait Show {
    /// The value as the person sees it.
    fn show(&self) -> Arg;
}

impl Show for str {
    fn show(&self) -> Arg {
        Arg(Kind::Quoted(self.to_owned()))
    }
}

impl Show for String {
    fn show(&self) -> Arg {
        self.as_str().show()
    }
}

impl Show for Cow<'_, str> {
    fn show(&self) -> Arg {
        self.as_ref().show()
    }
}

impl<T: Show + ?Sized> Show for &T {
    fn show(&self) -> Arg {
        (**self).show()
    }
}

impl<T: Show + ?Sized> Show for Box<T> {
    fn show(&self) -> Arg {
        (**self).show()
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Show for $int {
            fn show(&self) -> Arg {
                Arg(Kind::Plain(self.to_string()))
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// A list whose elements can be counted.
pub trait Count {
    /// How many elements there are.
    fn count(&self) -> usize;
}

impl<T> Count for [T] {
    fn count(&self) -> usize {
        self.len()
    }
}

impl<T> Count for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }
}

/// `value` / 10^`scale` as exact decimal text with at least `digits` decimals; never rounded.
///
/// Milliunits have the scale 3: `decimal(-86_400, 3, 2)` is `-86.40`, and `decimal(-4_059, 3, 2)`
/// is `-4.059`, since hiding the third digit would show another amount.
#[must_use]
pub fn decimal(value: i64, scale: u32, digits: u32) -> Arg {
    let scale = scale as usize;
    let mut text = format!("{:0>width$}", value.unsigned_abs(), width = scale + 1);
    let point = text.len() - scale;
    let keep = text[point..].trim_end_matches('0').len();
    text.truncate(point + keep.max((digits as usize).min(scale)));
    if text.len() > point {
        text.insert(point, '.');
    }
    for _ in scale..digits as usize {
        if !text.contains('.') {
            text.push('.');
        }
        text.push('0');
    }
    if value < 0 {
        text.insert(0, '-');
    }
    Arg(Kind::Plain(text))
}
