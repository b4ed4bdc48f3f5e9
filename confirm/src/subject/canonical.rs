//! The canonical form: RFC 8785 JSON for everything a subject may hold.

use std::fmt::Write as _;

/// What may stand inside a confirmed subject: a value with exactly one JSON text.
///
/// Implemented for text, `bool`, integers up to 64 bits, `Option`, lists, maps with text as keys,
/// references and `Box`, and for your own types by `#[derive(Subject)]`. There are no floats: the
/// number formatting of RFC 8785 is where implementations disagree, and no amount of money is a
/// float. Integers are exact digits; outside ±(2⁵³−1) RFC 8785, which reads numbers as doubles,
/// would round them, and we do not.
///
/// A hand-written implementation can say one thing and hold another. Derive it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no canonical form, so it cannot be part of a confirmed subject",
    label = "not canonical",
    note = "add `#[derive(confirm::Subject)]` to `{Self}`, if it is yours"
)]
pub trait Canonical {
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

    /// Appends a number as its digits.
    pub(super) fn number(&mut self, number: impl std::fmt::Display) {
        _ = write!(self.json, "{number}");
    }

    /// Appends a JSON string with the shortest escapes.
    pub(crate) fn string(&mut self, text: &str) {
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
    pub(super) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(T, &mut Self),
    ) {
        self.json.push('[');
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.json.push(',');
            }
            write(item, self);
        }
        self.json.push(']');
    }

    /// Appends a list sorted by the canonical bytes of its elements. Equal elements all stay: two
    /// identical purchases are two purchases.
    pub(super) fn unordered<T: Canonical>(&mut self, items: &[T]) {
        let mut elements: Vec<String> = items
            .iter()
            .map(|item| canonical(item, self.form))
            .collect();
        elements.sort_unstable();
        self.json.push('[');
        self.json.push_str(&elements.join(","));
        self.json.push(']');
    }

    /// Appends an object whose keys are only known now.
    pub(super) fn map<K: AsRef<str>, V>(
        &mut self,
        entries: impl IntoIterator<Item = (K, V)>,
        mut write: impl FnMut(V, &mut Self),
    ) {
        // RFC 8785 §3.2.3 orders keys by UTF-16 code unit, a `BTreeMap` by UTF-8 byte.
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by(|(a, _), (b, _)| {
            let (a, b) = (a.as_ref(), b.as_ref());
            a.encode_utf16().cmp(b.encode_utf16())
        });
        self.json.push('{');
        for (i, (key, value)) in entries.into_iter().enumerate() {
            if i > 0 {
                self.json.push(',');
            }
            self.string(key.as_ref());
            self.json.push(':');
            write(value, self);
        }
        self.json.push('}');
    }
}
