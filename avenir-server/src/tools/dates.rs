//! Days and months of arguments, by YNAB's clock, which is UTC.

use std::{borrow::Cow, fmt};

use avenir_ynab::{Client, rules};
use confirm::preview::quoted;
use jiff::{ToSpan as _, civil::Date};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};

/// Returns today's date by YNAB's clock, which every tool uses.
pub(crate) fn today(client: &Client) -> Date {
    client.today()
}

/// Returns whether the day is still to come somewhere. Today counts as to come, because west of UTC
/// it can still be yesterday.
pub(crate) fn is_to_come(day: Date, today: Date) -> bool {
    day > today.saturating_sub(1.day())
}

/// A month of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Month {
    /// The current month, by YNAB's clock.
    #[default]
    Current,
    /// The month that begins on this day.
    Of(Date),
}

/// Writes the month as YNAB's addresses have it.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Current => f.write_str("current"),
            Self::Of(first) => first.fmt(f),
        }
    }
}

impl std::str::FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "current" {
            return Ok(Self::Current);
        }
        let problem = match rules::day(text) {
            Some(day) if day.day() == 1 => return Ok(Self::Of(day)),
            Some(_) => "is not the first of a month",
            None => "is not a month",
        };
        Err(format!(
            "{} {problem}: pass YYYY-MM-01, or \"current\"",
            quoted(text, 40)
        ))
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Month {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Month {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Month".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}

/// A day, `YYYY-MM-DD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(pub(crate) Date);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        rules::day(&text).map(Self).ok_or_else(|| {
            de::Error::custom(format!(
                "{} is not a date: use YYYY-MM-DD",
                quoted(&text, 40)
            ))
        })
    }
}

impl Serialize for Day {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl JsonSchema for Day {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string"})
    }
}
