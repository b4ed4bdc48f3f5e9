use serde::{Deserialize, Deserializer};

use super::tolerant::or_empty;

/// A plan, formerly a budget.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Plan {
    /// YNAB's id.
    pub id: String,
    /// The name that the user gave the plan.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// The time of the last change, RFC 3339 UTC.
    pub last_modified_on: Option<String>,
    /// The first month with data, `YYYY-MM-01`.
    pub first_month: Option<String>,
    /// The last month with data, `YYYY-MM-01`.
    pub last_month: Option<String>,
    /// The format of amounts; missing in very old plans.
    pub currency_format: Option<CurrencyFormat>,
}

/// The format of a plan's amounts.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct CurrencyFormat {
    /// The currency, such as `EUR`.
    #[serde(default)]
    pub iso_code: Option<String>,
    /// The decimals of the currency: 0 for yen, 2 for euros, 3 for dinars. Two if the number is
    /// missing.
    #[serde(default = "two", deserialize_with = "or_two")]
    pub decimal_digits: u32,
}

fn two() -> u32 {
    2
}

fn or_two<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Option::deserialize(deserializer).map(|digits| digits.unwrap_or_else(two))
}
