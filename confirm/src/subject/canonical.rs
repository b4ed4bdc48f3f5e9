//! The canonical form: RFC 8785 JSON for everything a subject may hold.

use std::{borrow::Cow, collections::BTreeMap, fmt::Write as _};

/// What may stand inside a confirmed subject: a value with exactly one JSON text.
///
/// Implemented for text, `bool`, integers up to 64 bits, `Option`, lists, `BTreeMap<String, _>`,
/// references and `Box`, and for your own types by `#[derive(Subject)]`. There are no floats: the
/// number formatting of RFC 8785 is where implementations disagree, and no amount of money is a
/// float. Integers are exact digits; outside ±(2⁵³−1) RFC 8785, which reads numbers as doubles,
/// would round them, and we do not.
///
/// A hand-written implementation can say one thing and hold another. Derive it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no canonical form, so it cannot be part of a confirmed subject",
    label = "not canonical",
    note = "derive `Subject` for your own types; store amounts as integer minor units (or milliunits), not floats"
)]
pub trait Canonical {
    /// Appends the canonical JSON of `self`.
    #[doc(hidden)]
    fn write_canonical(&self, out: &mut Writer);
}

/// Where canonical JSON is written. Only derived code uses it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Writer {
    json: String,
    form: Form,
}

/// Which fields a canonical form holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// What will be written: the form under the fingerprint.
    Change,
    /// That and what is only shown: the form under the digest of the preview.
    Shown,
}

/// The canonical JSON of `value`.
pub(crate) fn canonical<T: Canonical + ?Sized>(value: &T, form: Form) -> String {
    let mut out = Writer {
        json: String::new(),
        form,
    };
    value.write_canonical(&mut out);
    out.json
}

impl Writer {
    /// Whether fields that are only shown are to be written.
    #[must_use]
    pub fn includes_shown(&self) -> bool {
        self.form == Form::Shown
    }

    /// Appends JSON that the macro made: punctuation, and keys with their quotes and colon.
    pub fn raw(&mut self, json: &'static str) {
        self.json.push_str(json);
    }

    /// Appends a key that the macro made, after a comma unless it is the object's first.
    pub fn key(&mut self, key: &'static str) {
        if !self.json.ends_with('{') {
            self.json.push(',');
        }
        self.json.push_str(key);
    }

    /// Appends a JSON string with the shortest escapes.
    pub fn string(&mut self, text: &str) {
        self.json.push('"');
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
            self.json.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                b'"' => self.json.push_str("\\\""),
                b'\\' => self.json.push_str("\\\\"),
                0x08 => self.json.push_str("\\b"),
                b'\t' => self.json.push_str("\\t"),
                b'\n' => self.json.push_str("\\n"),
                0x0c => self.json.push_str("\\f"),
                b'\r' => self.json.push_str("\\r"),
                control => _ = write!(self.json, "\\u{control:04x}"),
            }
            rest = &rest[at + 1..];
        }
        self.json.push_str(rest);
        self.json.push('"');
    }

    /// Appends a list in its own order.
    pub fn list<'a, T: Canonical + 'a>(&mut self, items: impl IntoIterator<Item = &'a T>) {
        self.json.push('[');
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.json.push(',');
            }
            item.write_canonical(self);
        }
        self.json.push(']');
    }

    /// Appends a list sorted by the canonical bytes of its elements. Equal elements all stay: two
    /// identical purchases are two purchases.
    pub fn unordered<'a, T: Canonical + 'a>(&mut self, items: impl IntoIterator<Item = &'a T>) {
        let mut elements: Vec<String> = items
            .into_iter()
            .map(|item| canonical(item, self.form))
            .collect();
        elements.sort_unstable();
        self.json.push('[');
        self.json.push_str(&elements.join(","));
        self.json.push(']');
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Canonical for $int {
            fn write_canonical(&self, out: &mut Writer) {
                _ = write!(out.json, "{self}");
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

#[diagnostic::do_not_recommend]
impl Canonical for bool {
    fn write_canonical(&self, out: &mut Writer) {
        out.raw(if *self { "true" } else { "false" });
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for str {
    fn write_canonical(&self, out: &mut Writer) {
        out.string(self);
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for String {
    fn write_canonical(&self, out: &mut Writer) {
        out.string(self);
    }
}

impl<T: Canonical + ToOwned + ?Sized> Canonical for Cow<'_, T> {
    fn write_canonical(&self, out: &mut Writer) {
        self.as_ref().write_canonical(out);
    }
}

impl<T: Canonical> Canonical for Option<T> {
    fn write_canonical(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write_canonical(out),
            None => out.raw("null"),
        }
    }
}

impl<T: Canonical + ?Sized> Canonical for &T {
    fn write_canonical(&self, out: &mut Writer) {
        (**self).write_canonical(out);
    }
}

impl<T: Canonical + ?Sized> Canonical for Box<T> {
    fn write_canonical(&self, out: &mut Writer) {
        (**self).write_canonical(out);
    }
}

impl<T: Canonical> Canonical for [T] {
    fn write_canonical(&self, out: &mut Writer) {
        out.list(self);
    }
}

impl<T: Canonical> Canonical for Vec<T> {
    fn write_canonical(&self, out: &mut Writer) {
        out.list(self);
    }
}

impl<T: Canonical, const N: usize> Canonical for [T; N] {
    fn write_canonical(&self, out: &mut Writer) {
        out.list(self);
    }
}

impl<T: Canonical> Canonical for BTreeMap<String, T> {
    fn write_canonical(&self, out: &mut Writer) {
        // RFC 8785 §3.2.3 orders keys by UTF-16 code unit, a `BTreeMap` by UTF-8 byte.
        let mut entries: Vec<_> = self.iter().collect();
        entries.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        out.raw("{");
        for (i, (key, value)) in entries.into_iter().enumerate() {
            if i > 0 {
                out.raw(",");
            }
            out.string(key);
            out.raw(":");
            value.write_canonical(out);
        }
        out.raw("}");
    }
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

#[diagnostic::do_not_recommend]
impl<T: Canonical> Unordered for [T] {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Canonical> Unordered for Vec<T> {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Canonical, const N: usize> Unordered for [T; N] {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Canonical + Clone> Unordered for Cow<'_, [T]> {
    fn write_unordered(&self, out: &mut Writer) {
        out.unordered(self.as_ref());
    }
}

impl<L: Unordered> Unordered for Option<L> {
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
