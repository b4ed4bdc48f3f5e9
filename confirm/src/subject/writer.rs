//! Where canonical JSON is written: into a text that is kept, or into a hash as it comes.

use sha2::{Digest as _, Sha256};

use super::{
    canonical::{Canonical, Form},
    unordered,
};

/// Where canonical JSON is written. Only derived code uses it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Writer {
    json: Vec<u8>,
    form: Form,
    hash: Option<Sha256>,
    /// How many unordered lists are being written, whose bytes must stay until they are sorted.
    held: usize,
}

/// The hash takes the bytes in pieces of about this size: it is quicker with them, and they never
/// leave the cache.
const PIECE: usize = 8 * 1024;

impl Writer {
    /// A writer whose JSON is kept.
    pub(crate) fn new(form: Form) -> Self {
        Self {
            json: Vec::with_capacity(512),
            form,
            hash: None,
            held: 0,
        }
    }

    /// A writer that only keeps the hash.
    pub(crate) fn hashing(form: Form) -> Self {
        Self {
            hash: Some(Sha256::new()),
            ..Self::new(form)
        }
    }

    /// The JSON.
    pub(crate) fn into_json(self) -> String {
        String::from_utf8(self.json).expect("only text is written")
    }

    /// The SHA-256 of the JSON.
    pub(crate) fn into_hash(self) -> [u8; 32] {
        let hash = self.hash.unwrap_or_default();
        hash.chain_update(self.json).finalize().into()
    }

    /// Whether fields that are only shown are to be written.
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

    /// Appends a key that the macro made, after a comma unless it is the object's first.
    pub fn key(&mut self, key: &'static str) {
        if !self.json.ends_with(b"{") {
            self.json.push(b',');
        }
        self.raw(key);
    }

    /// Appends an integer as its digits.
    pub(super) fn unsigned(&mut self, mut integer: u64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            // The remainder of a division by ten fits into a byte.
            digits[at] = b'0' + (integer % 10) as u8;
            integer /= 10;
            if integer == 0 {
                break;
            }
        }
        self.json.extend_from_slice(&digits[at..]);
    }

    /// Appends an integer as its digits.
    pub(super) fn signed(&mut self, integer: i64) {
        if integer < 0 {
            self.json.push(b'-');
        }
        self.unsigned(integer.unsigned_abs());
    }

    /// Appends JSON that is made at run time.
    pub(super) fn text(&mut self, json: &str) {
        self.json.extend_from_slice(json.as_bytes());
    }

    /// Appends a JSON string with the shortest escapes.
    pub(crate) fn string(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        self.json.reserve(rest.len() + 2);
        self.json.push(b'"');
        if !is_plain(rest) {
            while let Some(at) = rest.iter().position(|byte| is_special(*byte)) {
                self.json.extend_from_slice(&rest[..at]);
                self.escape(rest[at]);
                rest = &rest[at + 1..];
            }
        }
        self.json.extend_from_slice(rest);
        self.json.push(b'"');
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
        self.json.push(b'[');
        let start = self.json.len();
        let mut elements = unordered::Elements::with_capacity(items.len());
        self.held += 1;
        for item in items {
            let from = self.json.len();
            item.write_canonical(self);
            elements.push(from..self.json.len());
            if from == start {
                // The others will be about as long; what is more grows as usual.
                let others = (self.json.len() - from + 1).saturating_mul(items.len());
                self.json.reserve(others.min(MOST_RESERVED));
            }
            self.json.push(b',');
        }
        self.held -= 1;
        elements.sort(&self.json);
        self.put(start, &elements);
        self.json.push(b']');
    }

    /// Puts the elements, each with its comma, in order to where the first of them began.
    fn put(&mut self, start: usize, elements: &unordered::Elements) {
        let mut parts = elements
            .iter()
            .map(|element| element.start..element.end + 1);
        let Some(end) = parts.next_back().map(|part| part.start..part.end - 1) else {
            return;
        };
        if let (0, Some(hash)) = (self.held, &mut self.hash) {
            hash.update(&self.json[..start]);
            for part in parts.chain([end]) {
                hash.update(&self.json[part]);
            }
            self.json.clear();
        } else {
            let list = self.json.split_off(start);
            for part in parts.chain([end]) {
                let part = part.start - start..part.end - start;
                self.json.extend_from_slice(&list[part]);
            }
        }
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

    /// Hands a full piece to the hash.
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

/// A first element that is much longer than the others should not cost memory that they never
/// need.
const MOST_RESERVED: usize = 1 << 20;

/// Whether a byte of a string is escaped in JSON.
#[inline]
fn is_special(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// Whether no byte is escaped. Most text has none, so this looks at many bytes at once: without
/// branches on each of them, the compiler makes it vector instructions.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    fn any<const N: usize>(chunk: &[u8; N]) -> bool {
        chunk
            .iter()
            .fold(false, |any, byte| any | is_special(*byte))
    }
    // The last chunk may overlap the one before.
    if let Some(last) = text.last_chunk::<16>() {
        let (chunks, _) = text.as_chunks::<16>();
        !chunks.iter().any(any) && !any(last)
    } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        !any(first) && !any(last)
    } else {
        !text.iter().any(|byte| is_special(*byte))
    }
}
