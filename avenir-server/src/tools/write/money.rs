//! Amounts, months and days of arguments.

use avenir_ynab::{Milliunits, MoneyError, rules};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::Deserialize;

use super::problems::quoted;

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

/// Today, by YNAB's clock, which is UTC.
pub(super) fn today() -> Date {
    TimeZone::UTC.to_datetime(Timestamp::now()).date()
}

/// The first day of a month, of which `current` is this one.
pub(super) fn month(text: &str) -> Result<String, String> {
    if text == "current" {
        return Ok(today().first_of_month().to_string());
    }
    match rules::day(text) {
        Some(day) if day.day() == 1 => Ok(text.to_owned()),
        Some(_) => Err(format!(
            "{} is not the first of a month: pass YYYY-MM-01, or \"current\"",
            quoted(text)
        )),
        None => Err(format!(
            "{} is no month: pass YYYY-MM-01, or \"current\"",
            quoted(text)
        )),
    }
}
