//! Reads values that differ from the API's description.

use serde::{Deserialize, Deserializer};

/// Reads null as the empty value: empty text, an empty list, false, zero.
pub(super) fn or_empty<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads empty text as `None`.
pub(super) fn filled<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    Ok(text.filter(|text| !text.is_empty()))
}
