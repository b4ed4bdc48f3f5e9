//! Reading values that are not what the description of the API promises.

use serde::{Deserialize, Deserializer};

/// Null where a value is promised reads as the empty one: no text, no list, false, nothing.
pub(super) fn or_empty<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Empty text reads as none.
pub(super) fn filled<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    Ok(text.filter(|text| !text.is_empty()))
}
