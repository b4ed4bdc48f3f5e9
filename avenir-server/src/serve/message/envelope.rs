//! Finds the id of a message that cannot be read as a whole.

use std::{
    borrow::Cow,
    cell::RefCell,
    fmt::{self, Write as _},
};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Value, value::RawValue};

/// Returns the id that a text holds, as JSON; `null` if none can be read.
pub(super) fn id_in(text: &str) -> String {
    find(text).unwrap_or_else(|| "null".to_owned())
}

/// Finds the id that a text holds, as JSON.
///
/// This accepts more than a whole reading: content that is nested too deep, numbers that are too
/// large, and raw control characters. The text behind the id need not be JSON.
pub(super) fn find(text: &str) -> Option<String> {
    let found = RefCell::new(None);
    let text = escape_controls(text);
    let mut json = serde_json::Deserializer::from_str(&text);
    // Ignore the error: it is known already, and the id may have been found before it.
    _ = Finder(&found).deserialize(&mut json);
    found.into_inner()
}

/// Finds the id among the last members of an object, given only the end of its text.
pub(super) fn find_at_end(end: &str) -> Option<String> {
    let end = end.trim_end();
    end.rmatch_indices(r#""id""#)
        .filter(|(at, _)| end[..*at].trim_end().ends_with(','))
        .find_map(|(at, _)| {
            // Only a member that is followed by the end of exactly one object belongs to the outermost one.
            let last = format!("{{{}", escape_controls(&end[at..]));
            serde_json::from_str::<IgnoredAny>(&last).ok()?;
            find(&last)
        })
}

/// Escapes raw control characters in strings as JSON requires: `\u0001` for U+0001.
fn escape_controls(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| byte.is_ascii_control()) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    let (mut is_string, mut is_escape) = (false, false);
    for c in text.chars() {
        if is_string && c < ' ' {
            _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
        match c {
            _ if is_escape => is_escape = false,
            '\\' if is_string => is_escape = true,
            '"' => is_string = !is_string,
            _ => {}
        }
    }
    Cow::Owned(escaped)
}

/// Returns an id as it is sent back. JSON-RPC allows strings, numbers and null.
pub(super) fn echo(id: &Value) -> String {
    match id {
        Value::String(_) | Value::Number(_) => id.to_string(),
        _ => "null".to_owned(),
    }
}

struct Finder<'a>(&'a RefCell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Finder<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Finder<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(key) = entries.next_key::<String>()? {
            if key == "id" {
                let id: &RawValue = entries.next_value()?;
                // Keep all digits of a number.
                if id
                    .get()
                    .starts_with(['"', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                {
                    *self.0.borrow_mut() = Some(id.get().to_owned());
                }
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}
