//! The canonical form: RFC 8785 JSON for everything a subject may hold.

pub use super::writer::Writer;

/// A value that may stand inside a confirmed subject, since it has exactly one JSON text.
///
/// Implemented for text, `bool`, integers up to 64 bits, `Option`, lists, maps with text as keys,
/// references and `Box`, and for your own types by `#[derive(Subject)]`. There are no floats: the
/// number formatting of RFC 8785 is where implementations disagree, and no amount of money is a
/// float. Integers are exact digits; outside ±(2⁵³−1) RFC 8785, which reads numbers as doubles,
/// would round them, and we do not.
///
/// Two values of one type that differ in a written field have two texts, so an `Option` of a value that
/// may be `null` already is refused. A list under `unordered` has one text in every order. Under `json`
/// the order of keys and the spelling of a number (`1.0` and `1`) do not count. The text says nothing
/// of the type; the digest of what was shown binds an answer to the type as well.
///
/// It cannot be a trait object, which would hide the type that was confirmed. A hand-written
/// implementation can say one thing and hold another. Derive it.
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

    /// A trait object cannot have a constant.
    #[doc(hidden)]
    const IS_OF_ONE_TYPE: () = ();

    /// Appends the canonical JSON of `self`.
    #[doc(hidden)]
    fn write_canonical(&self, out: &mut Writer);
}

/// A list whose order can be ignored.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list, so there is no order to ignore",
    label = "not a list",
    note = "`unordered` stands on a `Vec`, a slice, an array, or an `Option` of one"
)]
pub trait Unordered {
    /// Appends the canonical JSON of `self`, sorted.
    fn write_unordered(&self, out: &mut Writer);
}

/// Which fields a canonical form holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Those that will be written: the form under the fingerprint.
    Change,
    /// Those and the ones that are only shown: the form under the digest of the preview.
    Shown,
}

/// Returns the canonical JSON of `value`.
pub(crate) fn canonical<T: Canonical + ?Sized>(value: &T, form: Form) -> String {
    let mut out = Writer::new(form);
    value.write_canonical(&mut out);
    out.into_json()
}
