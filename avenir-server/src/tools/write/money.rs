//! Amounts in arguments.

use std::borrow::Cow;

use avenir_ynab::Milliunits;
use confirm::preview::visible;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// A decimal amount in the plan's currency: a JSON number, or the text of one.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "invalid type, expected an amount in decimals, such as -86.40"
)]
pub(super) enum Amount {
    Number(serde_json::Number),
    Text(String),
}

impl Amount {
    /// Returns the exact amount in milliunits. `digits` are the decimals of the plan's currency.
    /// Fails if the amount is not valid.
    pub(super) fn milliunits(&self, digits: u32) -> Result<i64, String> {
        let amount = match self {
            Self::Number(number) => Milliunits::from_number(number, digits),
            Self::Text(text) => Milliunits::parse(text, digits),
        };
        match amount {
            Ok(amount) => Ok(amount.0),
            Err(error) => Err(visible(&error.to_string(), LONGEST_ERROR)),
        }
    }

    /// Returns the amount in milliunits, as [`milliunits`](Self::milliunits) does. Fails if the
    /// amount is 0.
    pub(super) fn some(&self, digits: u32) -> Result<i64, String> {
        match self.milliunits(digits)? {
            0 => Err("the amount is 0: give another one".to_owned()),
            amount => Ok(amount),
        }
    }

    /// Returns the amount in milliunits, as [`some`](Self::some) does. Fails if it is negative.
    pub(super) fn positive(&self, digits: u32) -> Result<i64, String> {
        match self.some(digits)? {
            amount if amount > 0 => Ok(amount),
            _ => Err("the amount is negative: give one greater than 0".to_owned()),
        }
    }
}

const LONGEST_ERROR: usize = 240;

/// Describes an amount as a number. An amount in a text is accepted, but the schema does not offer
/// it.
impl JsonSchema for Amount {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}
