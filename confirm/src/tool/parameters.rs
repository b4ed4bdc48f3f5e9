use std::{any::type_name, borrow::Cow, fmt};

use rmcp::{
    ErrorData,
    handler::server::{
        common::FromContextPart, tool::ToolCallContext, wrapper::Parameters as Arguments,
    },
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Caller, caller::Code, schema};

/// The arguments of a tool that takes confirmation codes, and its [`Caller`].
///
/// It replaces rmcp's `Parameters` and adds one argument to the tool's schema, `confirmation`. A
/// tool that takes rmcp's own `Parameters` and a plain [`Caller`] neither accepts nor issues codes.
/// Import this type under its own name: rmcp's macro finds a tool's schema by the word
/// `Parameters`.
///
/// A `confirmation` that is null or empty counts as absent, because models fill optional arguments
/// that way. `P` does not see it, so `P` may `deny_unknown_fields`. [`annotate`](crate::annotate)
/// removes the argument from the schema of a tool whose tier takes no codes.
///
/// # Panics
///
/// When the router is made, if `P` has an argument `confirmation` itself, or if `P` may be anything
/// but an object, such as a list, an `Option` or an enum with a unit variant.
#[expect(clippy::exhaustive_structs, reason = "a tool takes it apart")]
pub struct Parameters<P>(pub P, pub Caller);

/// The argument that carries a code.
pub(super) const CONFIRMATION: &str = "confirmation";

impl<S, P: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<P> {
    fn from_context_part(call: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let passed = call
            .arguments
            .as_mut()
            .and_then(|arguments| arguments.remove(CONFIRMATION));
        let code = match passed {
            // Models fill optional strings with the empty string.
            None | Some(Value::Null) => Code::Absent,
            Some(Value::String(code)) if code.is_empty() => Code::Absent,
            Some(Value::String(code)) => Code::Given(code),
            // Anything else is treated as a wrong code.
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
        let own = P::json_schema(generator);
        let definitions = generator.definitions();
        let objects = schema::objects(own.into(), &|name| definitions.get(name).cloned());
        let mut schema = objects.unwrap_or_else(|other| {
            let arguments = type_name::<P>();
            panic!("the arguments of a tool are an object: `{arguments}` may be {other}")
        });
        assert!(
            !schema::has(&mut schema, CONFIRMATION),
            "`confirmation` is the library's argument"
        );
        schema::admit(&mut schema, &[CONFIRMATION]);
        let code = json!({
            "type": ["string", "null"],
            "description": "Code of an earlier confirmation_required result, passed back only after \
                the user agreed, in this conversation, to exactly what its preview shows.",
        });
        schema::set(&mut schema, [(CONFIRMATION, code)]);
        schema.insert("type".to_owned(), json!("object"));
        schema.into()
    }
}

/// Shows the caller, and no argument or code.
impl<P> fmt::Debug for Parameters<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Parameters")
            .field(&self.1)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(tag = "kind", deny_unknown_fields)]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum Tagged {
        Rename { name: String },
        Remove { reason: Option<String> },
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum External {
        Rename { name: String },
        Remove {},
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "a schema is made of it")]
    struct Tree {
        children: Vec<Tree>,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum Untagged {
        Tree(Tree),
        Tagged(Tagged),
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "a schema is made of it")]
    struct Flat {
        note: String,
        #[serde(flatten)]
        tagged: Tagged,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(transparent)]
    #[expect(dead_code, reason = "a schema is made of it")]
    struct Transparent(Tree);

    fn schema<P: JsonSchema + 'static>() -> Value {
        let schema = rmcp::handler::server::tool::schema_for_input::<Parameters<P>>();
        Value::Object(schema.unwrap().as_ref().clone())
    }

    fn is_valid(schema: &Value, arguments: &Value) -> bool {
        jsonschema::is_valid(schema, arguments)
    }

    #[test]
    fn arguments_of_every_shape_take_a_code() {
        let rename = json!({"kind": "Rename", "name": "x"});
        for (schema, arguments) in [
            (schema::<Tagged>(), rename.clone()),
            (schema::<External>(), json!({"Rename": {"name": "x"}})),
            (schema::<External>(), json!({"Remove": {}})),
            (schema::<Tree>(), json!({"children": [{"children": []}]})),
            (schema::<Box<Tree>>(), json!({"children": []})),
            (schema::<Transparent>(), json!({"children": []})),
            (schema::<Untagged>(), rename),
            (schema::<Untagged>(), json!({"children": []})),
            (schema::<Flat>(), json!({"note": "", "kind": "Remove"})),
            (
                schema::<std::collections::BTreeMap<String, u8>>(),
                json!({"a": 1}),
            ),
        ] {
            assert_eq!(schema["type"], "object");
            assert_eq!(
                schema["properties"][CONFIRMATION]["type"],
                json!(["string", "null"])
            );
            assert!(is_valid(&schema, &arguments), "{arguments} {schema}");
            let mut with_code = arguments.clone();
            with_code[CONFIRMATION] = "AAAAAAAAAAA".into();
            assert!(is_valid(&schema, &with_code), "{with_code} {schema}");
            assert!(!is_valid(&schema, &json!([])), "{schema}");
        }
        let typo = json!({"kind": "Rename", "name": "x", "confirmaton": ""});
        assert!(!is_valid(&schema::<Tagged>(), &typo), "it stays strict");
    }

    #[test]
    fn arguments_that_are_not_an_object_are_refused() {
        fn refuses<P: JsonSchema + 'static>() {
            let made = std::panic::catch_unwind(schema::<P>);
            let error = made.expect_err(type_name::<P>());
            let text = error.downcast_ref::<String>().expect("it has a text");
            assert!(
                text.starts_with("the arguments of a tool are an object"),
                "{text}"
            );
        }
        #[derive(serde::Deserialize, JsonSchema)]
        #[expect(dead_code, reason = "a schema is made of it")]
        enum Words {
            All,
            One { name: String },
        }
        refuses::<String>();
        refuses::<Vec<Tree>>();
        refuses::<Option<Tree>>();
        refuses::<()>();
        refuses::<Value>();
        refuses::<Words>();
        refuses::<(u8, u8)>();
    }

    #[test]
    fn the_schema_keeps_the_name_of_the_arguments() {
        assert_eq!(Parameters::<String>::schema_name(), "string");
    }
}
