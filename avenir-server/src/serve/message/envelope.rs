//! The id of a message that cannot be read as a whole.

use std::{cell::RefCell, fmt};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Value, value::RawValue};

/// Returns the id that a text holds, as JSON; `null` if none can be read.
///
/// It needs less of the text than a whole reading does: neither what is nested too deep nor a number
/// that is too large stands in its way, and what comes behind the id need not be JSON.
pub(super) fn id_in(text: &str) -> String {
    let found = RefCell::new(None);
    let mut json = serde_json::Deserializer::from_str(text);
    // The error is known already; the id may have been found before it.
    _ = Finder(&found).deserialize(&mut json);
    found.into_inner().unwrap_or_else(|| "null".to_owned())
}

/// Returns an id as it is sent back: JSON-RPC knows strings, numbers and null.
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
                // A number keeps its digits, however many they are.
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
