mod output;
#[cfg(test)]
mod tests;

use std::{any::type_name, fmt, sync::Arc};

use rmcp::{
    ErrorData,
    handler::server::tool::{IntoCallToolResult, schema_for_output},
    model::{CallToolResponse, CallToolResult, ContentBlock, JsonObject},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use self::output::{beside_a_refusal, forget_unused, statuses};
use super::{Stop, schema};

/// The reply of a confirmed tool: its output, or the reason why it stopped.
///
/// The output is an object: a struct, or an enum whose variants are all objects. It may have a
/// `status` of its own (a string enum, or the tag of an enum) and a `message`. Without a `status`
/// it gets `"done"`.
///
/// ```
/// # use confirm::{Reply, Stop};
/// # #[derive(serde::Serialize)] struct Deleted { left: usize }
/// # async fn ask_and_delete() -> Result<Deleted, Stop> { Ok(Deleted { left: 1 }) }
/// async fn delete_thing() -> Reply<Deleted> {
///     Reply(ask_and_delete().await)
/// }
/// ```
#[must_use = "return it from the tool"]
#[expect(clippy::exhaustive_structs, reason = "a tool makes it")]
pub struct Reply<T: Serialize>(pub Result<T, Stop>);

/// The status of an output without a status of its own.
const DONE: &str = "done";
const NOT_SHOWN: &str = "The change was made, but its result could not be shown. Do not call again \
     for it.";

impl<T: Serialize> IntoCallToolResult for Reply<T> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let output = match self.0 {
            Ok(output) => output,
            Err(stop) => return stop.into_response(),
        };
        let Ok(Value::Object(mut fields)) = serde_json::to_value(output) else {
            // The output does not match its schema. The change was made, so it must not look like a
            // failure.
            tracing::error!(
                output = type_name::<T>(),
                "a tool's output is not an object"
            );
            let fields = json!({"status": DONE, "message": NOT_SHOWN});
            let mut result = CallToolResult::success(vec![ContentBlock::text(NOT_SHOWN)]);
            result.structured_content = Some(fields);
            return Ok(result.into());
        };
        fields.entry("status").or_insert_with(|| DONE.into());
        let fields = Value::Object(fields);
        let text = fields.to_string();
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = Some(fields);
        Ok(result.into())
    }
}

impl<T: Serialize + JsonSchema + 'static> Reply<T> {
    /// Makes the output schema: the fields of `T`, with `status`, `message`, `confirmation` and
    /// `preview`, of which only `status` is required. rmcp cannot infer it, so pass it to
    /// `#[tool(output_schema = Reply::<T>::schema())]`.
    ///
    /// # Panics
    ///
    /// When the router is made, if `T` may be anything but an object with known fields (such as a
    /// list, a text, an `Option` or a map), if its `status` is not a string enum, or if it has a
    /// `confirmation` or a `preview`.
    #[must_use]
    pub fn schema() -> Arc<JsonObject> {
        let mut own = schema::without_root_references(&schema_for_output::<T>());
        let root = own.clone();
        let definitions = root.get("$defs");
        let meta = ["$defs", "$schema"].map(|key| (key, own.remove(key)));
        let find = |name: &str| definitions?.get(name).cloned();
        let mut schema = schema::objects(own.into(), &find).unwrap_or_else(|other| {
            let output = type_name::<T>();
            panic!("the output of a confirmed tool is an object: `{output}` may be {other}")
        });
        for name in ["confirmation", "preview"] {
            assert!(
                !schema::has(&mut schema, name),
                "`{name}` is the library's field"
            );
        }
        assert!(
            !schema::is_map(&mut schema),
            "a map's keys could be taken for the library's fields: put the map into a field"
        );
        let statuses = statuses(&mut schema, &find);
        schema::admit(
            &mut schema,
            &["status", "message", "confirmation", "preview"],
        );
        let mut schema = beside_a_refusal(schema);
        let text = |description: &str| json!({"type": "string", "description": description});
        let message = schema["properties"].get("message").cloned();
        let message = message.filter(Value::is_object);
        let ours = [
            (
                "status",
                json!({"type": "string", "enum": statuses, "description": "What came of the change."}),
            ),
            (
                "message",
                message.unwrap_or_else(|| text("What happened and what to do next.")),
            ),
            (
                "confirmation",
                text("Single-use code for exactly the change in preview."),
            ),
            ("preview", text("What the user is to agree to.")),
        ];
        schema::set(&mut schema, ours);
        schema.insert("type".into(), json!("object"));
        schema.insert("required".into(), json!(["status"]));
        schema.extend(
            meta.into_iter()
                .filter_map(|(key, value)| Some((key.to_owned(), value?))),
        );
        forget_unused(&mut schema);
        Arc::new(schema)
    }
}

/// Shows that there is an output, or the stop; no text of either.
impl<T: Serialize> fmt::Debug for Reply<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(_) => f.debug_tuple("Reply").field(&DONE).finish(),
            Err(stop) => f.debug_tuple("Reply").field(stop).finish(),
        }
    }
}
