use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// An amount in thousandths of a plan's currency unit, whatever the currency: 123.93 dollars are
/// 123930, 500 yen are 500000. Money out is negative.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
#[expect(clippy::exhaustive_structs, reason = "it is a number and nothing else")]
pub struct Milliunits(pub i64);

/// Why a text is no amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an amount: write digits with at most three decimals, such as -86.40")]
pub struct MoneyError(String);

impl Milliunits {
    /// The shortest exact decimal: 86400 is `86.4`, and -4059 is `-4.059`.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        Decimal(self)
    }
}

/// Reads decimal text exactly; never through a float.
impl FromStr for Milliunits {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, MoneyError> {
        let wrong = || MoneyError(text.to_owned());
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !is_digits(whole) || !is_digits(decimals) || decimals.len() > 3 {
            return Err(wrong());
        }
        let sign = if negative { "-" } else { "" };
        format!("{sign}{whole}{decimals:0<3}")
            .parse()
            .map(Self)
            .map_err(|_| wrong())
    }
}

/// An amount as a decimal number: what people and tools see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal(Milliunits);

/// With a precision it has at least that many decimals, and never fewer than it needs.
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

/// A JSON number with exactly the digits of the decimal text.
impl Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        // Up to 15 significant digits the shortest form of the nearest double is the text again.
        match text.parse::<i64>() {
            Ok(whole) => serializer.serialize_i64(whole),
            Err(_) => serializer.serialize_f64(text.parse().map_err(serde::ser::Error::custom)?),
        }
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
    fn text_is_read_and_written_exactly() {
        for (text, milliunits) in [
            ("65.02", 65_020),
            ("-86.4", -86_400),
            ("0.001", 1),
            ("-4.059", -4_059),
            ("500", 500_000),
            ("0", 0),
            ("-0.5", -500),
        ] {
            assert_eq!(text.parse(), Ok(Milliunits(milliunits)));
            assert_eq!(Milliunits(milliunits).decimal().to_string(), text);
            let json = serde_json::to_string(&Milliunits(milliunits).decimal()).unwrap();
            assert_eq!(json, text);
        }
        assert_eq!("1.10".parse(), Ok(Milliunits(1_100)));
        assert_eq!(format!("{:.2}", Milliunits(-23_400).decimal()), "-23.40");
        assert_eq!(format!("{:.2}", Milliunits(5_000).decimal()), "5.00");
        assert_eq!(format!("{:.2}", Milliunits(-4_059).decimal()), "-4.059");
        for bad in [
            "",
            "-",
            ".5",
            "5.",
            "1.2345",
            "1e3",
            "+1",
            " 1",
            "1,5",
            "9223372036854775807",
            "--1",
        ] {
            assert!(bad.parse::<Milliunits>().is_err(), "{bad}");
        }
    }
}
