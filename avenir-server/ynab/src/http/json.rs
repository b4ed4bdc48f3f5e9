//! Reading what YNAB answers, whatever text stands in it.

use serde::{Deserialize, de::DeserializeOwned};

use crate::{Error, characters::whole_characters, foreign::Foreign};

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
