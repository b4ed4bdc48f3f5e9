//! Arguments of tools that read. A value that is not valid is refused here, in one line that names
//! the argument and says what to pass instead.

use std::{borrow::Cow, fmt};

use jiff::civil::Date;
use rmcp::{
    ErrorData,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, DeserializeOwned, Visitor},
};

use crate::tools::{arguments, progress::Progress};

/// The arguments of a tool that reads, or the problem with them, and the progress of the call.
///
/// This type replaces the one of rmcp, whose errors do not name the argument. The two types share a
/// name, because rmcp's macro finds a tool's schema by that name.
#[derive(Debug)]
pub(super) struct Parameters<P>(pub(super) Result<P, String>, pub(super) Progress);

impl<S, P: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<P> {
    fn from_context_part(call: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let given = call.arguments.take().unwrap_or_default();
        let progress = Progress::of(call.request_context());
        Ok(Self(arguments::read(given), progress))
    }
}

impl<P: JsonSchema> JsonSchema for Parameters<P> {
    fn schema_name() -> Cow<'static, str> {
        P::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        P::json_schema(generator)
    }
}

/// A whole number from 1 to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UpTo<const MAX: usize>(pub(super) usize);

/// The most rows of a page, which a caller may set.
pub(super) type Limit = UpTo<200>;

impl Limit {
    pub(super) fn usual() -> Self {
        Self(50)
    }
}

impl<'de, const MAX: usize> Deserialize<'de> for UpTo<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const MAX: usize>;

        impl<const MAX: usize> Visitor<'_> for Number<MAX> {
            type Value = UpTo<MAX>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 1 to {MAX}")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
                let within = usize::try_from(number)
                    .ok()
                    .filter(|n| (1..=MAX).contains(n));
                within
                    .map(UpTo)
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }
        }

        deserializer.deserialize_u64(Number)
    }
}

impl<const MAX: usize> Serialize for UpTo<MAX> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<const MAX: usize> JsonSchema for UpTo<MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("UpTo{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 1, "maximum": MAX})
    }
}

/// Refuses a period that ends before it begins.
pub(super) fn in_order(since: Date, until: Date) -> Result<(), String> {
    if until < since {
        return Err(format!(
            "until_date {until} is before since_date {since}: swap them."
        ));
    }
    Ok(())
}
