//! Writes canonical JSON, either into a text that is kept or into a hash as it comes.

use std::mem;

use sha2::{Digest as _, Sha256};

use super::{
    canonical::{Canonical, Form},
    escape::{is_plain, is_special},
};

/// The output that canonical JSON is written to. Only derived code uses it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Writer {
    json: Vec<u8>,
    form: Form,
    hash: Option<Sha256>,
    /// The number of unordered lists being written. Their bytes must stay until they are sorted.
    held: usize,
}

/// The size in bytes of the pieces handed to the hash. Hashing is quicker in pieces, and they stay
/// in the cache.
const PIECE: usize = 8 * 1024;

impl Writer {
    /// Returns a writer that keeps its JSON.
    pub(crate) fn new(form: Form) -> Self {
        Self {
            json: Vec::new(),
            form,
            hash: None,
            held: 0,
        }
    }

    /// Returns a writer that keeps only the hash of its JSON.
    pub(crate) fn hashing(form: Form) -> Self {
        Self {
            json: Vec::with_capacity(PIECE + PIECE / 4),
            form,
            hash: Some(Sha256::new()),
            held: 0,
        }
    }

    /// Returns the JSON.
    pub(crate) fn into_json(self) -> String {
        String::from_utf8(self.json).expect("only text is written")
    }

    /// Returns the SHA-256 of the JSON.
    pub(crate) fn into_hash(self) -> [u8; 32] {
        let hash = self.hash.unwrap_or_default();
        hash.chain_update(self.json).finalize().into()
    }

    /// Returns whether fields that are only shown are written too.
    #[must_use]
    #[inline]
    pub fn includes_shown(&self) -> bool {
        self.form == Form::Shown
    }

    /// Appends JSON that the macro made: punctuation, and keys with their quotes and colon.
    #[inline]
    pub fn raw(&mut self, json: &'static str) {
        self.json.extend_from_slice(json.as_bytes());
    }

    /// Appends a key that the macro made, after a comma unless it is the first of the object.
    pub fn key(&mut self, key: &'static str) {
        if !self.json.ends_with(b"{") {
            self.json.push(b',');
        }
        self.raw(key);
    }

    /// Appends an integer as its digits.
    #[inline]
    pub(super) fn unsigned(&mut self, integer: u64) {
        self.text(itoa::Buffer::new().format(integer));
    }

    /// Appends an integer as its digits.
    #[inline]
    pub(super) fn signed(&mut self, integer: i64) {
        self.text(itoa::Buffer::new().format(integer));
    }

    /// Appends JSON that is made at run time.
    pub(super) fn text(&mut self, json: &str) {
        self.json.extend_from_slice(json.as_bytes());
    }

    /// Appends a JSON string with the shortest escapes.
    #[inline]
    pub(crate) fn string(&mut self, text: &str) {
        self.json.push(b'"');
        if is_plain(text.as_bytes()) {
            self.json.extend_from_slice(text.as_bytes());
        } else {
            self.escaped(text.as_bytes());
        }
        self.json.push(b'"');
    }

    /// Appends text that has bytes to escape.
    #[cold]
    fn escaped(&mut self, mut text: &[u8]) {
        while let Some(at) = text.iter().position(|byte| is_special(*byte)) {
            self.json.extend_from_slice(&text[..at]);
            self.escape(text[at]);
            text = &text[at + 1..];
        }
        self.json.extend_from_slice(text);
    }

    fn escape(&mut self, byte: u8) {
        let short = match byte {
            b'"' | b'\\' => byte,
            0x08 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            0x0c => b'f',
            b'\r' => b'r',
            control => {
                let hex = |digit: u8| b"0123456789abcdef"[usize::from(digit)];
                let escape = [
                    b'\\',
                    b'u',
                    b'0',
                    b'0',
                    hex(control >> 4),
                    hex(control & 15),
                ];
                return self.json.extend_from_slice(&escape);
            }
        };
        self.json.extend_from_slice(&[b'\\', short]);
    }

    /// Appends a list in its own order.
    pub(super) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(T, &mut Self),
    ) {
        self.json.push(b'[');
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.json.push(b',');
            }
            write(item, self);
            self.flush();
        }
        self.json.push(b']');
    }

    /// Appends a list sorted by the canonical bytes of its elements. Equal elements all stay: two
    /// identical purchases are two purchases.
    pub(super) fn unordered<T: Canonical>(&mut self, items: &[T]) {
        let [first, others @ ..] = items else {
            return self.raw("[]");
        };
        let before = mem::replace(&mut self.json, Vec::with_capacity(FIRST));
        self.held += 1;
        let mut ends = Vec::with_capacity(items.len());
        first.write_canonical(self);
        ends.push(self.json.len());
        // The others will be about as long as the first; if not, the buffer grows as usual.
        let all = self.json.len().saturating_mul(items.len());
        self.json.reserve(all.min(MOST_RESERVED));
        ends.extend(others.iter().map(|item| {
            item.write_canonical(self);
            self.json.len()
        }));
        self.held -= 1;
        let list = mem::replace(&mut self.json, before);
        let mut start = 0;
        let element = |end| &list[mem::replace(&mut start, end)..end];
        let mut elements: Vec<_> = ends.into_iter().map(element).collect();
        elements.sort_unstable();
        self.list(elements, |element, out| {
            out.json.extend_from_slice(element);
        });
    }

    /// Appends an object whose keys are known only at run time.
    pub(super) fn map<K: AsRef<str>, V>(
        &mut self,
        entries: impl IntoIterator<Item = (K, V)>,
        mut write: impl FnMut(V, &mut Self),
    ) {
        // RFC 8785 §3.2.3 orders keys by UTF-16 code unit, but a `BTreeMap` orders them by UTF-8
        // byte.
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by(|(a, _), (b, _)| {
            let (a, b) = (a.as_ref(), b.as_ref());
            a.encode_utf16().cmp(b.encode_utf16())
        });
        self.json.push(b'{');
        for (i, (key, value)) in entries.into_iter().enumerate() {
            if i > 0 {
                self.json.push(b',');
            }
            self.string(key.as_ref());
            self.json.push(b':');
            write(value, self);
            self.flush();
        }
        self.json.push(b'}');
    }

    /// Hands a full piece to the hash, if there is one and no unordered list is being written.
    #[inline]
    fn flush(&mut self) {
        if self.json.len() < PIECE || self.held > 0 {
            return;
        }
        if let Some(hash) = &mut self.hash {
            hash.update(&self.json);
            self.json.clear();
        }
    }
}

/// The initial capacity in bytes for the elements of an unordered list.
const FIRST: usize = 512;

/// The most bytes reserved for the other elements. A first element that is much longer than they
/// are should not cost memory that they never need.
const MOST_RESERVED: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of bytes that the writer keeps of a list of strings of that length.
    fn kept(strings: usize, length: usize) -> usize {
        let mut out = Writer::hashing(Form::Change);
        let text = "x".repeat(length);
        out.list(0..strings, |_, out| out.string(&text));
        out.json.len()
    }

    #[test]
    fn the_hash_takes_full_pieces() {
        assert_eq!(kept(2, 3), r#"["xxx","xxx"]"#.len());
        assert_eq!(kept(1, PIECE - r#"["""#.len()), "]".len());
        assert_eq!(kept(3, PIECE), "]".len());
        let mut out = Writer::hashing(Form::Change);
        out.unordered(&["x".repeat(PIECE), "y".repeat(PIECE)]);
        assert_eq!(out.json.len(), "]".len());
    }
}
