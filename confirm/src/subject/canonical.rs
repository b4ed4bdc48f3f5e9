//! The canonical form: RFC 8785 JSON of everything a subject may hold.

pub use super::writer::Writer;

/// A value that may be part of a confirmed subject, because it has exactly one JSON text.
///
/// Implemented for text, `bool`, integers up to 64 bits, `Option`, lists, maps with text as keys,
/// references and `Box`, and for your own types by `#[derive(Subject)]`. Floats are left out:
/// implementations disagree on the number formatting of RFC 8785, and no amount of money is a
/// float. Integers keep their exact digits. Outside ±(2⁵³−1) RFC 8785 would round them, because it
/// reads numbers as doubles; this library does not.
///
/// Two values of one type that differ in a written field have two texts. So an `Option` of a value
/// that may already be `null` is refused. A list under `unordered` has one text in every order.
/// Under `json` the order of keys and the spelling of a number (`1.0` and `1`) do not count. The
/// text does not contain the type; the digest of everything that was shown binds an answer to the
/// type as well.
///
/// Derive it: a hand-written implementation can write one value and hold another. A trait object
/// cannot implement it, because it would hide the type that was confirmed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no canonical form, so it cannot be part of a confirmed subject",
    label = "not canonical",
    note = "add `#[derive(confirm::Subject)]` to `{Self}`, if it is yours"
)]
pub trait Canonical {
    /// The marker of whether the text may be `null`: [`Present`](super::null::Present) or
    /// [`Nullable`](super::null::Nullable).
    #[doc(hidden)]
    type Null;

    /// Keeps the trait from being a trait object, which cannot have a constant.
    #[doc(hidden)]
    const IS_OF_ONE_TYPE: () = ();

    /// Appends the canonical JSON of `self`.
    #[doc(hidden)]
    fn write_canonical(&self, out: &mut Writer);
}

/// A list that can be written without regard to its order.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list, so there is no order to ignore",
    label = "not a list",
    note = "`unordered` stands on a `Vec`, a slice, an array, or an `Option` of one"
)]
pub trait Unordered {
    /// Appends the canonical JSON of `self`, with its elements sorted.
    fn write_unordered(&self, out: &mut Writer);
}

/// Which fields a canonical form holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The fields that will be written: the form under the fingerprint.
    Change,
    /// These and the fields that are only shown: the form under the digest of the preview.
    Shown,
}

/// Returns the canonical JSON of `value`.
pub(crate) fn canonical<T: Canonical + ?Sized>(value: &T, form: Form) -> String {
    let mut out = Writer::new(form);
    value.write_canonical(&mut out);
    out.into_json()
}
