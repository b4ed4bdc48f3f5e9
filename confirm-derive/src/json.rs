//! The parts of RFC 8785 that are known at expansion.

use std::cmp::Ordering;
use std::fmt::Write as _;

/// Returns a JSON string with the shortest escapes.
pub(crate) fn string(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\u{8}' => json.push_str("\\b"),
            '\t' => json.push_str("\\t"),
            '\n' => json.push_str("\\n"),
            '\u{c}' => json.push_str("\\f"),
            '\r' => json.push_str("\\r"),
            c if c < ' ' => _ = write!(json, "\\u{:04x}", u32::from(c)),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// Compares keys by UTF-16 code unit, which differs from the order of bytes and of characters.
pub(crate) fn key_order(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ordered_by_utf16_code_unit() {
        // U+FFFD comes before U+1F600 in UTF-8 and after its surrogates in UTF-16.
        assert_eq!(key_order("\u{FFFD}", "\u{1F600}"), Ordering::Greater);
        assert_eq!(key_order("a", "ab"), Ordering::Less);
        assert_eq!(key_order("B", "a"), Ordering::Less);
    }

    #[test]
    fn strings_have_the_shortest_escapes() {
        assert_eq!(
            string("a\"\\/\u{1}\u{7f}é\n"),
            "\"a\\\"\\\\/\\u0001\u{7f}é\\n\""
        );
    }
}
