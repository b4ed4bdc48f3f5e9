//! The types that a subject may hold.

use std::{borrow::Cow, collections::BTreeMap};

use super::{
    canonical::{Canonical, Unordered, Writer},
    null::{NotNull, Nullable, Present},
};

macro_rules! integers {
    ($widest:ty, $number:ident: $($int:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Canonical for $int {
            type Null = Present;

            #[inline]
            fn write_canonical(&self, out: &mut Writer) {
                #[allow(clippy::cast_lossless, reason = "`usize` has no `From`, the others have")]
                out.$number(*self as $widest);
            }
        }
    )*};
}
integers!(u64, unsigned: u8 u16 u32 u64 usize);
integers!(i64, signed: i8 i16 i32 i64 isize);

#[diagnostic::do_not_recommend]
impl Canonical for bool {
    type Null = Present;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        out.raw(if *self { "true" } else { "false" });
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for str {
    type Null = Present;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        out.string(self);
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for String {
    type Null = Present;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        out.string(self);
    }
}

// From here on there is no `do_not_recommend`: for a `Vec<f64>` it would hide that the `f64` has no
// canonical form.

impl<T: Canonical> Canonical for Option<T>
where
    T::Null: NotNull,
{
    type Null = Nullable;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write_canonical(out),
            None => out.raw("null"),
        }
    }
}

impl<T: Canonical> Canonical for [T] {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        out.list(self, T::write_canonical);
    }
}

impl<T: Canonical> Canonical for Vec<T> {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        out.list(self, T::write_canonical);
    }
}

impl<T: Canonical, const N: usize> Canonical for [T; N] {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        out.list(self, T::write_canonical);
    }
}

impl<K: Key, V: Canonical> Canonical for BTreeMap<K, V> {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        out.map(self, V::write_canonical);
    }
}

/// A type that can be the key of a map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not text, so it cannot be a key in a confirmed subject",
    label = "not text",
    note = "the keys of JSON are text: use a `BTreeMap<String, _>`, or a list of pairs with names"
)]
pub trait Key: AsRef<str> {}

#[diagnostic::do_not_recommend]
impl Key for String {}
#[diagnostic::do_not_recommend]
impl Key for Box<str> {}
#[diagnostic::do_not_recommend]
impl Key for Cow<'_, str> {}
#[diagnostic::do_not_recommend]
impl Key for &str {}

impl<T: Canonical + ?Sized> Canonical for &T {
    type Null = T::Null;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        (**self).write_canonical(out);
    }
}

impl<T: Canonical + ?Sized> Canonical for Box<T> {
    type Null = T::Null;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        (**self).write_canonical(out);
    }
}

/// A type that a `Cow` may hold beside text and lists. Its owned form must be the type itself:
/// another type could lend out one value when it is hashed and another when it is written.
#[diagnostic::on_unimplemented(
    message = "the owned form of `{Self}` in a `Cow` is another type, which may lend out one value \
               to be confirmed and another to be written",
    label = "its owned form is another type",
    note = "hold the value itself, or derive `Clone` for `{Self}` and not `ToOwned`"
)]
pub trait Lent: Clone {}

#[diagnostic::do_not_recommend]
impl<T: Clone> Lent for T {}

#[diagnostic::do_not_recommend]
impl Canonical for Cow<'_, str> {
    type Null = Present;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        out.string(self);
    }
}

impl<T: Canonical + Clone> Canonical for Cow<'_, [T]> {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        (**self).write_canonical(out);
    }
}

impl<T: Canonical + Lent> Canonical for Cow<'_, T> {
    type Null = T::Null;

    #[inline]
    fn write_canonical(&self, out: &mut Writer) {
        (**self).write_canonical(out);
    }
}

impl<T: Canonical> Unordered for [T] {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self);
    }
}

impl<T: Canonical> Unordered for Vec<T> {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self);
    }
}

impl<T: Canonical, const N: usize> Unordered for [T; N] {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self);
    }
}

impl<T: Canonical + Clone> Unordered for Cow<'_, [T]> {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self);
    }
}

impl<L: Unordered + Canonical> Unordered for Option<L>
where
    L::Null: NotNull,
{
    fn write_unordered(&self, out: &mut Writer) {
        match self {
            Some(list) => list.write_unordered(out),
            None => out.raw("null"),
        }
    }
}

impl<L: Unordered + ?Sized> Unordered for &L {
    fn write_unordered(&self, out: &mut Writer) {
        (**self).write_unordered(out);
    }
}

impl<L: Unordered + ?Sized> Unordered for Box<L> {
    fn write_unordered(&self, out: &mut Writer) {
        (**self).write_unordered(out);
    }
}
