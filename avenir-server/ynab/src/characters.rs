//! Repairs JSON text that a Rust string cannot hold.
//!
//! Programs that count in UTF-16 can cut an emoji in two when they shorten a text, and write the
//! half as `\ud83d`. A Rust string cannot hold that. One damaged text must not make all others
//! unreadable.

use std::borrow::Cow;

/// Returns bytes of JSON as text that every JSON reader takes. Bytes that are not UTF-8 and lone
/// halves of surrogate pairs become U+FFFD.
#[must_use]
pub fn whole_characters(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => replace_lone(text),
        Err(_) => Cow::Owned(replace_lone(&String::from_utf8_lossy(bytes)).into_owned()),
    }
}

/// Replaces each lone half of a pair by U+FFFD.
fn replace_lone(text: &str) -> Cow<'_, str> {
    // Return early: nearly always there is nothing to replace, and this check is much faster.
    if !(text.contains(r"\ud") || text.contains(r"\uD")) {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::new();
    let (mut kept, mut at) = (0, 0);
    while let Some(next) = text[at..].find('\\') {
        at += next;
        match escape(&text.as_bytes()[at..]) {
            Escape::Whole(length) => at = (at + length).min(text.len()),
            Escape::Half => {
                replaced += &text[kept..at];
                replaced += r"\ufffd";
                at += 6;
                kept = at;
            }
        }
        // Go to the next character, because a character after a backslash may have several bytes.
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    if replaced.is_empty() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(replaced + &text[kept..])
}

/// The escape that a backslash begins.
enum Escape {
    /// An escape of that many bytes.
    Whole(usize),
    Half,
}

fn escape(text: &[u8]) -> Escape {
    match unit(text) {
        None => Escape::Whole(2),
        Some(0xdc00..=0xdfff) => Escape::Half,
        Some(0xd800..=0xdbff) => match unit(&text[6..]) {
            Some(0xdc00..=0xdfff) => Escape::Whole(12),
            _ => Escape::Half,
        },
        Some(_) => Escape::Whole(6),
    }
}

/// Reads the `\uXXXX` that a text begins with.
fn unit(text: &[u8]) -> Option<u32> {
    let digits = text.get(..6)?.strip_prefix(br"\u")?;
    digits.iter().try_fold(0, |number, byte| {
        Some(number * 16 + char::from(*byte).to_digit(16)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_replaced() {
        for (sent, expected) in [
            (r#"{"a": "x\ud83dy"}"#, r#"{"a": "x\ufffdy"}"#),
            (r#""\uDE00""#, r#""\ufffd""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\ud83d\n\u00e9\"""#, r#""\ufffd\n\u00e9\"""#),
            (r#""\\ud83d \\\ud83d""#, r#""\\ud83d \\\ufffd""#),
            (r#""\ud83""#, r#""\ud83""#),
            ("\"é😀\\ud83d\"\n{\\", "\"é😀\\ufffd\"\n{\\"),
            ("\\é\\ud83d", "\\é\\ufffd"),
            (r"\ud83d", r"\ufffd"),
            ("", ""),
        ] {
            assert_eq!(replace_lone(sent), expected);
        }
        let long = r#"{"memo": "\ud83d\ude00\ud800"}"#.repeat(50_000);
        assert_eq!(replace_lone(&long), long.replace(r"\ud800", r"\ufffd"));
    }
}
