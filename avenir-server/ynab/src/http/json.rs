//! Reads YNAB's answers, even with damaged text in them.

use serde::{Deserialize, de::DeserializeOwned};

use crate::{Error, characters::whole_characters, foreign::Foreign};

#[derive(Deserialize)]
struct Envelope<T> {
    data: T,
}

/// An answer as text. If the answer holds the whole token, the token is removed.
///
/// Halves of surrogate pairs and bytes that are not UTF-8 become U+FFFD, because one damaged name
/// of a payee must not make all others unreadable.
pub(crate) struct Body<'a> {
    text: String,
    foreign: &'a Foreign,
}

impl<'a> Body<'a> {
    pub(super) fn new(bytes: &[u8], foreign: &'a Foreign) -> Self {
        let text = whole_characters(bytes);
        // Clean the text only if the text holds the token. YNAB never sends the token, but a server
        // that replaces YNAB may.
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

    /// Reads the content of `data`.
    pub(crate) fn data<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let body: Envelope<T> = serde_json::from_str(&self.text)
            .map_err(|error| Error::unreadable(&error, self.foreign))?;
        Ok(body.data)
    }
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
