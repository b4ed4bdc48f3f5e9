//! Amounts of arguments.

use avenir_ynab::{Milliunits, MoneyError};
use schemars::JsonSchema;
use serde::Deserialize;

/// A decimal amount in the plan's currency; a JSON number and nothing that looks like one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(super) struct Amount(serde_json::Number);

impl Amount {
    /// In milliunits, exactly; `digits` are the decimals of the plan's currency.
    pub(super) fn milliunits(&self, digits: u32) -> Result<i64, MoneyError> {
        Milliunits::from_number(&self.0, digits).map(|amount| amount.0)
    }

    /// An amount that is not nothing.
    pub(super) fn some(&self, digits: u32) -> Result<i64, String> {
        match self.milliunits(digits).map_err(|error| error.to_string())? {
            0 => Err("the amount is 0: give another one".to_owned()),
            amount => Ok(amount),
        }
    }

    /// An amount over 0.
    pub(super) fn positive(&self, digits: u32) -> Result<i64, String> {
        match self.some(digits)? {
            amount if amount > 0 => Ok(amount),
            _ => Err("the amount is negative: give one greater than 0".to_owned()),
        }
    }
}
