//! What a subject may not hold, with the reason.
//!
//! rustc says of any type that it is not `Canonical`. Where the name of a field's type suggests
//! why not, the derive asks for one of these instead. Each is `Canonical` by another name, so a
//! type of yours that is called `Cell` and derives `Subject` passes.

use super::canonical::{Canonical, Writer};

/// Canonical, where floats are in doubt.
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

/// Writes a field.
pub fn exact<T: Exact + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Canonical, where integers of 128 bits are in doubt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no canonical form, so it cannot be part of a confirmed \
               subject",
    label = "too large for a number in JSON",
    note = "use an integer of at most 64 bits, or text"
)]
pub trait Fitting: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Fitting for T {}

/// Writes a field.
pub fn fitting<T: Fitting + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Canonical, where interior mutability is in doubt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can change after it was confirmed, so it cannot be part of a \
               confirmed subject",
    label = "can change behind a shared reference",
    note = "hold the value itself: what the person saw is what is written"
)]
pub trait Settled: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Settled for T {}

/// Writes a field.
pub fn settled<T: Settled + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Canonical, where shared ownership is in doubt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is shared with others, so it cannot be part of a confirmed \
               subject",
    label = "shared ownership",
    note = "hold the value itself, or a `Box` of it"
)]
pub trait Owned: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Owned for T {}

/// Writes a field.
pub fn owned<T: Owned + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Canonical, where maps that hash are in doubt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fixed order, so it cannot be part of a confirmed subject",
    label = "its order changes from run to run",
    note = "use a `BTreeMap<String, _>`: what is sent must be what was confirmed"
)]
pub trait Ordered: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Ordered for T {}

/// Writes a field.
pub fn ordered<T: Ordered + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Canonical, where sets are in doubt.
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

/// Writes a field.
pub fn listed<T: Listed + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}

/// Canonical, where values of any shape are in doubt.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may hold anything, so it is no part of a confirmed subject by \
               itself",
    label = "not canonical by itself",
    note = "if it is JSON from elsewhere, add `#[subject(json)]`: it is written as \
            RFC 8785 does"
)]
pub trait Marked: Canonical {}

#[diagnostic::do_not_recommend]
impl<T: Canonical + ?Sized> Marked for T {}

/// Writes a field.
pub fn marked<T: Marked + ?Sized>(value: &T, out: &mut Writer) {
    value.write_canonical(out);
}
