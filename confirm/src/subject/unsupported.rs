//! Types that a subject may not hold, each with its own compile error.
//!
//! rustc would report each of them only as not `Canonical`. Where the name of a field's type
//! suggests the reason, the derive asks for one of these traits instead. Every `Canonical` type
//! implements all of them, so your own type that is called `Cell` and derives `Subject` compiles.

use super::canonical::{Canonical, Writer};

/// The bound for a field whose type looks like a float.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no canonical form, so it cannot be part of a confirmed \
               subject",
    label = "floats are not exact",
    note = "store amounts as integers, in minor units or milliunits, and show them \
            with `decimal(..)`"
)]
pub trait Exact: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Exact for T {}

/// Writes a field whose type looks like a float.
pub fn exact<T: Exact + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// The bound for a field whose type looks like a 128-bit integer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no canonical form, so it cannot be part of a confirmed \
               subject",
    label = "too large for a number in JSON",
    note = "use an integer of at most 64 bits, or text"
)]
pub trait Fitting: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Fitting for T {}

/// Writes a field whose type looks like a 128-bit integer.
pub fn fitting<T: Fitting + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// The bound for a field whose type looks like one with interior mutability.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can change after it was confirmed, so it cannot be part of a \
               confirmed subject",
    label = "can change behind a shared reference",
    note = "hold the value itself: what the person saw is what is written"
)]
pub trait Immutable: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Immutable for T {}

/// Writes a field whose type looks like one with interior mutability.
pub fn immutable<T: Immutable + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// The bound for a field whose type looks like shared ownership.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is shared with others, so it cannot be part of a confirmed \
               subject",
    label = "shared ownership",
    note = "hold the value itself, or a `Box` of it"
)]
pub trait Owned: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Owned for T {}

/// Writes a field whose type looks like shared ownership.
pub fn owned<T: Owned + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// The bound for a field whose type looks like a hash map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fixed order, so it cannot be part of a confirmed subject",
    label = "its order changes from run to run",
    note = "use a `BTreeMap<String, _>`: what is sent must be what was confirmed"
)]
pub trait Ordered: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Ordered for T {}

/// Writes a field whose type looks like a hash map.
pub fn ordered<T: Ordered + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// The bound for a field whose type looks like a set.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a set, and JSON has none, so it cannot be part of a \
               confirmed subject",
    label = "not a list",
    note = "use a `Vec` with `#[subject(unordered)]`: its order means nothing, and \
            its duplicates count"
)]
pub trait Listed: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Listed for T {}

/// Writes a field whose type looks like a set.
pub fn listed<T: Listed + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// The bound for a field whose type looks like a value of any shape, such as `serde_json::Value`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may hold anything, so it cannot be part of a confirmed subject by \
               itself",
    label = "not canonical by itself",
    note = "if it is JSON from elsewhere, add `#[subject(json)]`: it is written as \
            RFC 8785 does"
)]
pub trait Marked: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Marked for T {}

/// Writes a field whose type looks like a value of any shape.
pub fn marked<T: Marked + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}
