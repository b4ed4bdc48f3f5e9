//! Amounts as decimal numbers, for people and tools.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::{EXACT_DIGITS, Milliunits, MoneyError};

/// An amount as a decimal number, for people and tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal(pub(super) Milliunits);

/// Writes at least as many decimals as the precision, and never fewer than the amount has.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amount = self.0.0;
        let sign = if amount < 0 { "-" } else { "" };
        let whole = amount.unsigned_abs() / 1_000;
        let decimals = format!("{:03}", amount.unsigned_abs() % 1_000);
        let decimals = decimals.trim_end_matches('0');
        let least = f.precision().unwrap_or(0);
        if decimals.is_empty() && least == 0 {
            return write!(f, "{sign}{whole}");
        }
        write!(f, "{sign}{whole}.{decimals:0<least$}")
    }
}

/// Writes a JSON number with exactly the digits of the decimal text. Fails if the amount has
/// decimals and more digits than a double keeps. An amount without decimals is written as an
/// integer.
impl Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        if let Ok(whole) = text.parse::<i64>() {
            return serializer.serialize_i64(whole);
        }
        // Up to 15 significant digits the shortest form of the nearest double is the text again.
        let significant = text.bytes().filter(u8::is_ascii_digit).count();
        if significant > EXACT_DIGITS && !text.trim_start_matches('-').starts_with("0.") {
            return Err(serde::ser::Error::custom(MoneyError::TooLong(text)));
        }
        serializer.serialize_f64(text.parse().map_err(serde::ser::Error::custom)?)
    }
}

impl JsonSchema for Decimal {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_that_no_double_keeps_is_not_written() {
        assert!(serde_json::to_string(&Milliunits(i64::MAX).decimal()).is_err());
        let whole = Milliunits(9_000_000_000_000_000_000).decimal();
        assert_eq!(serde_json::to_string(&whole).unwrap(), "9000000000000000");
    }
}
