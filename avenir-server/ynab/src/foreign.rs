//! Cleans text from elsewhere: from YNAB, or from a server that replaces YNAB.
//!
//! Every such text is cleaned here before the text becomes part of an error. The token is found in
//! any case and in any of these forms: split by blanks, punctuation or invisible characters,
//! percent-encoded, escaped as in JSON, Rust or HTML, as Base64 or hexadecimal, and in parts of
//! eight characters. An answer is cleaned only if it [holds the whole token](Foreign::holds_token).

use std::{collections::HashSet, fmt, iter, ops::Range, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use confirm::preview::visible;
use serde_json::Value;

use crate::bounds::{LONGEST_QUOTE, MOST_CLEANED};

/// A cleaner of text from elsewhere. Clones share their tables.
#[derive(Clone)]
pub(crate) struct Foreign(Arc<Sought>);

struct Sought {
    /// The letters and digits of the token, in lower case.
    token: Vec<u8>,
    /// For each place in the token, the length of the part that still matches if the next character
    /// does not.
    fallback: Vec<usize>,
    /// For each byte, true if the token can begin there: its first letter, or an escape.
    begins: [bool; 256],
    /// Every run of `RUN` characters of the token and of its encodings.
    runs: HashSet<Vec<u8>>,
    run: usize,
}

/// The length of the parts of the token that are removed. So many equal characters are not a
/// coincidence.
const RUN: usize = 8;
const INSTEAD: &str = "[token]";

impl Foreign {
    pub(crate) fn new(token: &str) -> Self {
        let plain = skeleton(token);
        let run = plain.len().clamp(1, RUN);
        let encoded = encodings(token);
        let runs = iter::once(&plain)
            .chain(&encoded)
            .flat_map(|form| form.windows(run).map(<[u8]>::to_vec))
            .collect();
        Self(Arc::new(Sought {
            fallback: fallback(&plain),
            begins: begins(&plain),
            token: plain,
            runs,
            run,
        }))
    }

    /// Returns the text as one line of visible characters, at most [`LONGEST_QUOTE`], without the
    /// token.
    pub(crate) fn line(&self, text: &str) -> String {
        let text: String = text.chars().take(MOST_CLEANED).collect();
        let text = self.without_token(&text);
        let blanks = |c: char| {
            if c.is_control() || c.is_whitespace() {
                ' '
            } else {
                c
            }
        };
        // Remove joiners and variation selectors: they are legitimate in words but useless in an
        // error.
        let unseen = |c: &char| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        let line: String = text.chars().map(blanks).filter(|c| !unseen(c)).collect();
        visible(line.trim(), LONGEST_QUOTE)
    }

    /// Returns whether the text holds the whole token, in any case, split or escaped. Does not find
    /// parts, Base64 or hexadecimal, or a token with fewer than eight letters and digits. This
    /// takes one pass over the text.
    pub(crate) fn holds_token(&self, text: &str) -> bool {
        let Sought {
            token,
            fallback,
            begins,
            ..
        } = &*self.0;
        // A shorter token would be found in many texts.
        if token.len() < RUN {
            return false;
        }
        let bytes = text.as_bytes();
        let (mut matched, mut at) = (0, 0);
        loop {
            if matched == 0 {
                // Skip bytes with which the token cannot begin, because this runs over all of
                // YNAB's answers.
                let begins = |byte: &u8| begins[usize::from(*byte)];
                let Some(skipped) = bytes[at..].iter().position(begins) else {
                    return false;
                };
                at += skipped;
            }
            let Some((letter, place)) = next_letter(bytes, at) else {
                return false;
            };
            at = place.end;
            while matched > 0 && token[matched] != letter {
                matched = fallback[matched - 1];
            }
            matched += usize::from(token[matched] == letter);
            if matched == token.len() {
                return true;
            }
        }
    }

    /// Removes the token from every text of a value, and from the names of fields.
    pub(crate) fn clean(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.without_token(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.clean(item)),
            Value::Object(fields) => {
                let old = std::mem::take(fields);
                fields.extend(old.into_iter().map(|(name, mut field)| {
                    self.clean(&mut field);
                    (self.without_token(&name), field)
                }));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn without_token(&self, text: &str) -> String {
        let Sought { runs, run, .. } = &*self.0;
        let (letters, places): (Vec<u8>, Vec<Range<usize>>) = letters(text).unzip();
        let mut clean = String::with_capacity(text.len());
        let (mut kept, mut found) = (0, None::<Range<usize>>);
        for (at, window) in letters.windows(*run).enumerate() {
            if !runs.contains(window) {
                continue;
            }
            let (start, end) = (places[at].start, places[at + run - 1].end);
            match &mut found {
                Some(found) if start <= found.end => found.end = end,
                _ => {
                    if let Some(found) = found.replace(start..end) {
                        clean.push_str(&text[kept..found.start]);
                        clean.push_str(INSTEAD);
                        kept = found.end;
                    }
                }
            }
        }
        if let Some(found) = found {
            clean.push_str(&text[kept..found.start]);
            clean.push_str(INSTEAD);
            kept = found.end;
        }
        clean.push_str(&text[kept..]);
        clean
    }
}

/// Returns the token in hexadecimal, and in Base64 at each of the three offsets where it can begin.
fn encodings(token: &str) -> Vec<Vec<u8>> {
    let base64 = (0..3).map(|before| {
        let padded = [&vec![0; before], token.as_bytes()].concat();
        let encoded = STANDARD_NO_PAD.encode(&padded);
        // Leave out the first and the last character, which hold bits of the text beside the token.
        let end = padded.len() * 8 / 6;
        let start = (before * 8).div_ceil(6).min(end);
        skeleton(&encoded[start..end])
    });
    let hex: Vec<String> = token.bytes().map(|byte| format!("{byte:02x}")).collect();
    let forms = base64.chain([skeleton(&hex.concat())]);
    // Leave out short forms, because words could match them.
    forms.filter(|form| form.len() >= RUN).collect()
}

fn skeleton(text: &str) -> Vec<u8> {
    letters(text).map(|(letter, _)| letter).collect()
}

/// Returns the letters and digits of a text in lower case, each with its place; escapes are read.
fn letters(text: &str) -> impl Iterator<Item = (u8, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    iter::from_fn(move || {
        let next = next_letter(bytes, at)?;
        at = next.1.end;
        Some(next)
    })
}

/// Returns the first letter or digit from a place on, as [`letters`] does.
fn next_letter(bytes: &[u8], mut at: usize) -> Option<(u8, Range<usize>)> {
    while at < bytes.len() {
        let (byte, length) = match bytes[at] {
            b'%' | b'\\' | b'&' => escape(&bytes[at..]).unwrap_or((bytes[at], 1)),
            byte => (byte, 1),
        };
        let place = at..at + length;
        at = place.end;
        if byte.is_ascii_alphanumeric() {
            return Some((byte.to_ascii_lowercase(), place));
        }
    }
    None
}

/// Returns for each byte whether [`next_letter`] may read the first letter of the token from it.
fn begins(token: &[u8]) -> [bool; 256] {
    let mut begins = [false; 256];
    let first = token.iter().take(1);
    let cases = first.flat_map(|first| [first.to_ascii_lowercase(), first.to_ascii_uppercase()]);
    for byte in cases.chain(*b"%\\&") {
        begins[usize::from(byte)] = true;
    }
    begins
}

/// Reads an escape that the bytes begin with: `%41`, `\u0041`, `\u{41}`, `\x41`, `&#65;` or
/// `&#x41;`. Returns its ASCII character (NUL for another) and its length.
fn escape(bytes: &[u8]) -> Option<(u8, usize)> {
    let coded = |prefix: &[u8], digits: Option<usize>, close: &[u8], radix: u32| {
        let rest = bytes.strip_prefix(prefix)?;
        let most = digits.unwrap_or(8).min(rest.len());
        let is_digit = |byte: &u8| char::from(*byte).is_digit(radix);
        let length = rest[..most]
            .iter()
            .take_while(|byte| is_digit(byte))
            .count();
        let enough = digits.map_or(length > 0, |digits| length == digits);
        if !enough || !rest[length..].starts_with(close) {
            return None;
        }
        let number = str::from_utf8(&rest[..length]).ok()?;
        let number = u32::from_str_radix(number, radix).ok()?;
        let ascii = u8::try_from(number).ok().filter(u8::is_ascii);
        let whole = prefix.len() + length + close.len();
        Some((ascii.unwrap_or_default(), whole))
    };
    coded(b"%", Some(2), b"", 16)
        .or_else(|| coded(b"\\u{", None, b"}", 16))
        .or_else(|| coded(b"\\u", Some(4), b"", 16))
        .or_else(|| coded(b"\\x", Some(2), b"", 16))
        .or_else(|| coded(b"&#x", None, b";", 16))
        .or_else(|| coded(b"&#X", None, b";", 16))
        .or_else(|| coded(b"&#", None, b";", 10))
        // Any other escape, such as `\n`, includes its letter.
        .or_else(|| (bytes[0] == b'\\' && bytes.len() > 1 && bytes[1].is_ascii()).then_some((0, 2)))
}

/// Returns the failure function of Knuth, Morris and Pratt.
fn fallback(token: &[u8]) -> Vec<usize> {
    let mut fallback = vec![0; token.len()];
    let mut matched = 0;
    for at in 1..token.len() {
        while matched > 0 && token[matched] != token[at] {
            matched = fallback[matched - 1];
        }
        matched += usize::from(token[matched] == token[at]);
        fallback[at] = matched;
    }
    fallback
}

/// Does not show the token.
impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Foreign").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TOKEN: &str = "kR9-xw_2ZqLmTf7uVbN4sYd8GhJ0cPaEoI";

    fn shown(text: &str) -> String {
        Foreign::new(TOKEN).line(text)
    }

    /// Checks that a text does not hold eight letters or digits of the token in a row, ignoring
    /// case and other characters.
    fn holds_nothing(text: &str) -> bool {
        let letters = |text: &str| -> String {
            let kept = text.chars().filter(char::is_ascii_alphanumeric);
            kept.collect::<String>().to_lowercase()
        };
        let (text, token) = (letters(text), letters(TOKEN));
        let mut runs = (0..=token.len() - 8).map(|at| &token[at..at + 8]);
        !runs.any(|run| text.contains(run))
    }

    #[test]
    fn the_token_is_in_no_text_whatever_surrounds_or_splits_it() {
        let split = |by: &str| {
            let letters: Vec<String> = TOKEN.chars().map(String::from).collect();
            letters.join(by)
        };
        let coded = |code: fn(u8) -> String| TOKEN.bytes().map(code).collect::<String>();
        for text in [
            TOKEN.to_owned(),
            format!("Bearer {TOKEN}."),
            format!("a{TOKEN}b{TOKEN}c"),
            TOKEN.to_uppercase(),
            TOKEN.to_lowercase(),
            split("\u{200b}"),
            split("\u{ad}"),
            split("\u{2063}"),
            split(" "),
            split("\n"),
            split("\", \""),
            split("é"),
            split(r"\u{200b}"),
            split(r"\u200B"),
            split("%20"),
            coded(|byte| format!("%{byte:02x}")),
            coded(|byte| format!("%{byte:02X}")),
            coded(|byte| format!("\\u{byte:04x}")),
            coded(|byte| format!("\\u{{{byte:x}}}")),
            coded(|byte| format!("\\x{byte:02x}")),
            coded(|byte| format!("&#{byte};")),
            coded(|byte| format!("&#x{byte:x};")),
            format!("{:?}", split("\u{200b}")),
            TOKEN[..12].to_owned(),
            format!("{}…", &TOKEN[..10]),
            TOKEN[20..].to_owned(),
        ] {
            let line = shown(&format!("before {text} after"));
            assert!(holds_nothing(&line), "{text}: {line}");
            assert!(line.contains(INSTEAD), "{text}: {line}");
            assert!(
                line.starts_with("before ") && line.ends_with(" after"),
                "{line}"
            );
        }
        for before in ["", "x", "xx", "Bearer "] {
            let encoded = STANDARD_NO_PAD.encode(format!("{before}{TOKEN}:x"));
            let line = shown(&encoded);
            assert!(
                line.contains(INSTEAD) && line.len() < 30,
                "{encoded}: {line}"
            );
        }
        let hex: String = TOKEN.bytes().map(|byte| format!("{byte:02X}")).collect();
        assert_eq!(shown(&hex), INSTEAD);
    }

    #[test]
    fn all_else_stays() {
        for text in [
            "date must not be in the future or over 5 years ago (index: 0)",
            "100 % of it, 50%25 & more; C:\\users\\x",
            "Zażółć gęślą jaźń, قهوة",
            "",
        ] {
            let foreign = Foreign::new(TOKEN);
            assert_eq!(foreign.without_token(text), text);
            assert!(!foreign.holds_token(text));
        }
    }

    #[test]
    fn it_is_one_bounded_line_of_visible_characters() {
        let text =
            "a\u{200b}b\u{202e}c\nd\u{e0041}e\u{feff}f\u{200d}g\u{3164}h\u{0}i\u{ad}j\u{2800}";
        let line = shown(&text.repeat(100));
        assert!(line.chars().count() < LONGEST_QUOTE + 40, "{line}");
        let plain = |c: char| (' '..='~').contains(&c) || c == '…';
        assert!(line.chars().all(plain), "{line:?}");
        // Check that the text is cut only after the token was removed, so that no half of it stays.
        for length in 280..320 {
            let line = shown(&format!("{}{TOKEN}", "x".repeat(length)));
            assert!(holds_nothing(&line), "{line}");
        }
    }

    #[test]
    fn values_are_cleaned_in_every_depth() {
        let foreign = Foreign::new(TOKEN);
        let body = json!({"data": {"plans": [{"name": format!("My {TOKEN}")}]}, TOKEN: 1});
        assert!(foreign.holds_token(&body.to_string()));
        let escaped: String = TOKEN.bytes().map(|b| format!("\\u{b:04x}")).collect();
        assert!(foreign.holds_token(&format!("{{\"data\": \"{escaped}\"}}")));
        let mut clean = body;
        foreign.clean(&mut clean);
        assert_eq!(
            clean,
            json!({"data": {"plans": [{"name": "My [token]"}]}, "[token]": 1})
        );
    }

    /// Checks a short token, as a user of a test server may have.
    #[test]
    fn a_short_token_is_taken_out_of_texts_and_not_of_answers() {
        let foreign = Foreign::new("wrong");
        assert_eq!(foreign.line("the token wrong is"), "the token [token] is");
        assert!(!foreign.holds_token("wrong"));
        assert_eq!(Foreign::new("-").line("a"), "a");
    }
}
