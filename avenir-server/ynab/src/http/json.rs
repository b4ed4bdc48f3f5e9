//! Reading what YNAB answers, whatever text stands in it.

use std::borrow::Cow;

use serde::{Deserialize, de::DeserializeOwned};

use crate::{Error, foreign::Foreign};

#[derive(Deserialize)]
struct Envelope<T> {
    data: T,
}

/// An answer as text without the token.
///
/// Half a surrogate pair, which JSON text can spell and no string can hold, is read as U+FFFD, and
/// so is what is not UTF-8: a payee that the bank spoilt must not hide all others.
pub(crate) struct Body<'a> {
    text: String,
    foreign: &'a Foreign,
}

impl<'a> Body<'a> {
    pub(super) fn new(bytes: &[u8], foreign: &'a Foreign) -> Self {
        let text = whole_characters(bytes);
        // YNAB never sends the token, so this is read a second time only when somebody else plays it.
        let clean = if foreign.holds_token(&text)
            && let Ok(mut value) = serde_json::from_str(&text)
        {
            foreign.clean(&mut value);
            value.to_string()
        } else {
            text.into_owned()
        };
        Self {
            text: clean,
            foreign,
        }
    }

    /// Reads what stands in `data`.
    pub(crate) fn data<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let body: Envelope<T> = serde_json::from_str(&self.text)
            .map_err(|error| Error::unreadable(&error, self.foreign))?;
        Ok(body.data)
    }
}

pub(super) fn whole_characters(bytes: &[u8]) -> Cow<'_, str> {
    // Nearly always there is nothing to lose, which is seen much faster.
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    let may_be_half = text.contains("\\ud") || text.contains("\\uD");
    if may_be_half {
        pair_up(&text).into()
    } else {
        text
    }
}

/// Replaces each half of a pair that stands alone.
fn pair_up(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let (taken, half) = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, false),
            (Some(0xd800..=0xdfff), _) => (6, true),
            // Two characters, the second of which may be a backslash that starts nothing.
            _ => (
                1 + escape[1..].chars().next().map_or(0, char::len_utf8),
                false,
            ),
        };
        whole.push_str(if half { "\\ufffd" } else { &escape[..taken] });
        rest = &escape[taken..];
    }
    whole + rest
}

/// The number of a `\uXXXX` that `text` begins with.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(bytes: &[u8]) -> Result<String, Error> {
        Body::new(bytes, &Foreign::new("a-token-of-ours")).data()
    }

    fn read(json: &str) -> String {
        data(format!("{{\"data\": \"{json}\"}}").as_bytes()).unwrap()
    }

    #[test]
    fn halves_are_replaced_and_pairs_stay() {
        assert_eq!(read(r"a\ud83db"), "a\u{fffd}b");
        assert_eq!(read(r"\uDE00"), "\u{fffd}");
        assert_eq!(read(r"\ud83d\ud83d\ude00"), "\u{fffd}😀");
        assert_eq!(read(r"\ud83d\ude00"), "😀");
        assert_eq!(read(r"\\ud83d"), r"\ud83d", "a backslash and letters");
        assert_eq!(read(r"\\\ud83d"), "\\\u{fffd}");
        assert_eq!(read(r#"\"\ud800\""#), "\"\u{fffd}\"");
        assert_eq!(read(r"\ud800é"), "\u{fffd}é");
        let spoilt = data(b"{\"data\": \"a\xffb\"}").unwrap();
        assert_eq!(spoilt, "a\u{fffd}b");
    }

    #[test]
    fn what_is_no_json_stays_none() {
        for bad in [
            "",
            "{",
            r#"{"data": "\"#,
            r#"{"data": "\ud83"#,
            "\\",
            r"\ud800",
        ] {
            assert!(data(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
