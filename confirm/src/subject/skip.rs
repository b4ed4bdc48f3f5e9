//! Fields that serde leaves out. The derive knows a predicate only by its name, which could be
//! anyone's function. So the derived code goes through these traits, which check the type of the
//! predicate and the type of the field: they hold only for the standard library's own `is_none` and
//! `is_empty`, and those of `serde_json`.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Map, Value};

/// A type of which the predicate of `As` leaves out one value. Every other value is written as
/// `Written`.
#[diagnostic::on_unimplemented(
    message = "`skip_serializing_if` names a function of `{As}`, which is not known to leave out \
               exactly one value of `{Self}`",
    label = "may leave out more than one value",
    note = "it may be `Option::is_none`, `Vec::is_empty`, `<[_]>::is_empty`, `String::is_empty`, `str::is_empty` or `BTreeMap::is_empty` of the standard library, and `Map::is_empty` or `Value::is_null` of `serde_json`"
)]
pub trait Skip<As: ?Sized, Written: ?Sized> {
    /// Returns the value to write, or `None` if serde leaves the field out.
    fn written(&self) -> Option<&Written>;
}

/// Returns the value of a field to write, or `None` if serde leaves it out by a predicate of `As`.
#[inline]
pub fn written<As, Written, T>(value: &T) -> Option<&Written>
where
    As: ?Sized,
    Written: ?Sized,
    T: Skip<As, Written> + ?Sized,
{
    value.written()
}

/// `None` leaves the key out, so here the value inside may be `null`.
#[diagnostic::do_not_recommend]
impl<T> Skip<Self, T> for Option<T> {
    #[inline]
    fn written(&self) -> Option<&T> {
        self.as_ref()
    }
}

macro_rules! empty {
    ($([$($generics:tt)*] $as:ty, $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Skip<$as, Self> for $ty {
            #[inline]
            fn written(&self) -> Option<&Self> {
                (!self.is_empty()).then_some(self)
            }
        }
    )*};
}
empty! {
    [T] [T], [T];
    [T] [T], Vec<T>;
    [T, const N: usize] [T], [T; N];
    [T: Clone] [T], Cow<'_, [T]>;
    [T] Self, Vec<T>;
    [] str, str;
    [] str, String;
    [] str, Cow<'_, str>;
    [] Self, String;
    [K, V] Self, BTreeMap<K, V>;
    [] Self, Map<String, Value>;
}

#[diagnostic::do_not_recommend]
impl Skip<Self, Self> for Value {
    fn written(&self) -> Option<&Self> {
        (!self.is_null()).then_some(self)
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<As, Written, T> Skip<As, Written> for $pointer
        where
            As: ?Sized,
            Written: ?Sized,
            T: Skip<As, Written> + ?Sized,
        {
            #[inline]
            fn written(&self) -> Option<&Written> {
                (**self).written()
            }
        }
    )*};
}
pointers!(&T, Box<T>);
