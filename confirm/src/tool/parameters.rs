use std::borrow::Cow;

use rmcp::{
    ErrorData,
    handler::server::{
        common::FromContextPart, tool::ToolCallContext, wrapper::Parameters as Arguments,
    },
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Caller, caller::Code};

/// The arguments of a tool that takes confirmation codes, and its [`Caller`].
///
/// It stands in for rmcp's `Parameters` and adds one argument to the tool's schema,
/// `confirmation`. A tool that takes rmcp's own `Parameters` and a plain [`Caller`] takes no
/// codes, and is handed none. Import it under its own name: rmcp's macro finds a tool's schema by
/// the word `Parameters`.
///
/// A `confirmation` that is null or empty is none, since models fill optional arguments so. `P` does
/// not see it, so it may `deny_unknown_fields`.
///
/// # Panics
///
/// When the router is made, if `P` has an argument `confirmation` itself.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "a tool takes it apart")]
pub struct Parameters<P>(pub P, pub Caller);

/// The argument that carries a code.
const CONFIRMATION: &str = "confirmation";

impl<S, P: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<P> {
    fn from_context_part(call: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let passed = call
            .arguments
            .as_mut()
            .and_then(|arguments| arguments.remove(CONFIRMATION));
        let code = match passed {
            // Models fill optional strings with nothing.
            None | Some(Value::Null) => Code::Absent,
            Some(Value::String(code)) if code.is_empty() => Code::Absent,
            Some(Value::String(code)) => Code::Given(code),
            // No code, so a wrong one.
            Some(other) => Code::Given(other.to_string()),
        };
        let caller = Caller::from_call(call, code)?;
        let Arguments(arguments) = Arguments::from_context_part(call)?;
        Ok(Self(arguments, caller))
    }
}

impl<P: JsonSchema> JsonSchema for Parameters<P> {
    fn schema_name() -> Cow<'static, str> {
        P::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = P::json_schema(generator);
        let properties = schema
            .ensure_object()
            .entry("properties")
            .or_insert_with(|| json!({}))
            .as_object_mut()
            .expect("`properties` of a schema is an object");
        let own = properties.insert(
            CONFIRMATION.to_owned(),
            json!({
                "type": ["string", "null"],
                "description": "Code of an earlier confirmation_required result, passed back only \
                    after the user agreed, in this conversation, to exactly what its preview shows.",
            }),
        );
        assert!(own.is_none(), "`confirmation` is the library's argument");
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_keeps_the_name_of_the_arguments() {
        assert_eq!(Parameters::<String>::schema_name(), "string");
    }
}
