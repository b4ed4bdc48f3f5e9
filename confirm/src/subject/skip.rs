//! Fields that serde leaves out. The derive knows a predicate by its name, and a name can mean
//! anything. So it asks here, by the type of the predicate and the type of the field: what follows
//! holds for the standard library's own `is_none` and `is_empty` and for no other function.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Map, Value};

/// A type of which the predicate of `As` leaves out one value. Of the others `Written` is written.
#[diagnostic::on_unimplemented(
    message = "`skip_serializing_if` names a function of `{As}`, which is not known to leave out \
               exactly one value of `{Self}`",
    label = "may leave out more than one value",
    note = "it may be `Option::is_none`, `Vec::is_empty`, `<[_]>::is_empty`, `String::is_empty`, `str::is_empty` or `BTreeMap::is_empty` of the standard library, and `Map::is_empty` or `Value::is_null` of `serde_json`"
)]
pub trait Skip<As: ?Sized, Written: ?Sized> {
    /// What is written, unless serde leaves the field out.
    fn written(&self) -> Option<&Written>;
}

/// What is written of a field, unless serde leaves it out by a predicate of `As`.
#[inline]
pub fn written<As, Written, T>(value: &T) -> Option<&Written>
where
    As: ?Sized,
    Written: ?Sized,
    T: Skip<As, Written> + ?Sized,
{
    value.written()
}

/// The value in it may be `null`: `None` has no key.
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
