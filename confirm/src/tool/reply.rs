use std::sync::Arc;

use rmcp::{
    ErrorData,
    handler::server::tool::{IntoCallToolResult, schema_for_output},
    model::{CallToolResponse, CallToolResult, ContentBlock, JsonObject},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Status, Stop};

/// What a confirmed tool answers: its output, or why it stopped.
///
/// The output is an object; any other is answered with an internal error. It may have a `status` of
/// its own (a string enum) and a `message`; without a `status` it gets `"done"`.
///
/// ```
/// # use confirm::{Reply, Stop};
/// # #[derive(serde::Serialize)] struct Deleted { left: usize }
/// # async fn ask_and_delete() -> Result<Deleted, Stop> { Ok(Deleted { left: 1 }) }
/// async fn delete_thing() -> Reply<Deleted> {
///     Reply(ask_and_delete().await)
/// }
/// ```
#[derive(Debug)]
#[must_use = "return it from the tool"]
#[expect(clippy::exhaustive_structs, reason = "a tool makes it")]
pub struct Reply<T: Serialize>(pub Result<T, Stop>);

/// The status of an output that has none of its own.
const DONE: &str = "done";

impl<T: Serialize> IntoCallToolResult for Reply<T> {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        let output = match self.0 {
            Ok(output) => output,
            Err(stop) => return stop.into_response(),
        };
        let Ok(Value::Object(mut fields)) = serde_json::to_value(output) else {
            return Err(ErrorData::internal_error(
                "the tool's output is not a JSON object",
                None,
            ));
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
    /// The output schema: the fields of `T`, with `status`, `message`, `confirmation` and
    /// `preview`, of which only `status` is always there. Give it to
    /// `#[tool(output_schema = Reply::<T>::schema())]`, since rmcp cannot infer it.
    ///
    /// # Panics
    ///
    /// When the router is made, if `T` is no object, if its `status` is not a string enum, or if
    /// it has a `confirmation` or a `preview`.
    #[must_use]
    pub fn schema() -> Arc<JsonObject> {
        let mut schema = JsonObject::clone(&schema_for_output::<T>());
        let statuses = statuses(&schema);
        let properties = schema
            .entry("properties")
            .or_insert_with(|| json!({}))
            .as_object_mut()
            .expect("the output of a confirmed tool is an object");
        let message =
            json!({"type": "string", "description": "What happened and what to do next."});
        properties.entry("message").or_insert(message);
        properties.insert(
            "status".into(),
            json!({"type": "string", "enum": statuses, "description": "What came of the change."}),
        );
        for (name, description) in [
            (
                "confirmation",
                "Single-use code for exactly the change in preview.",
            ),
            ("preview", "What the user is to agree to."),
        ] {
            let ours = json!({"type": "string", "description": description});
            let own = properties.insert(name.into(), ours);
            assert!(own.is_none(), "`{name}` is the library's field");
        }
        schema.insert("type".into(), json!("object"));
        schema.insert("required".into(), json!(["status"]));
        forget_unused(&mut schema);
        Arc::new(schema)
    }
}

/// The definition of a status that has become ours is of no use any more.
fn forget_unused(schema: &mut JsonObject) {
    let text = Value::Object(schema.clone()).to_string();
    if let Some(Value::Object(defs)) = schema.get_mut("$defs") {
        defs.retain(|name, _| text.contains(&format!("\"#/$defs/{name}\"")));
        if defs.is_empty() {
            schema.remove("$defs");
        }
    }
}

/// The statuses of an output, and ours.
fn statuses(schema: &JsonObject) -> Vec<String> {
    let own = schema
        .get("properties")
        .and_then(|properties| properties.get("status"));
    let mut statuses = match own {
        None => vec![DONE.to_owned()],
        Some(status) => {
            words(resolve(status, schema)).expect("`status` of an output is a string enum")
        }
    };
    for ours in Status::ALL.map(Status::as_str) {
        if !statuses.iter().any(|status| status == ours) {
            statuses.push(ours.to_owned());
        }
    }
    statuses
}

/// Follows a reference into the schema's definitions.
fn resolve<'a>(value: &'a Value, root: &'a Map<String, Value>) -> &'a Value {
    let name = value
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| reference.strip_prefix("#/$defs/"));
    name.and_then(|name| root.get("$defs")?.get(name))
        .unwrap_or(value)
}

/// The words of a string enum, with or without descriptions of its variants.
fn words(schema: &Value) -> Option<Vec<String>> {
    let plain = schema.get("enum").and_then(Value::as_array);
    if let Some(words) = plain {
        return words
            .iter()
            .map(|word| Some(word.as_str()?.to_owned()))
            .collect();
    }
    let described = schema.get("oneOf").and_then(Value::as_array)?;
    let mut words = Vec::new();
    for one in described {
        match one.get("const") {
            Some(word) => words.push(word.as_str()?.to_owned()),
            None => words.extend(self::words(one)?),
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Sold {
        left: u8,
    }

    #[derive(Serialize, JsonSchema)]
    struct Moved {
        status: Word,
        /// Where to.
        message: String,
        place: Place,
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum Word {
        Moved,
        /// Nobody wanted it.
        Declined,
    }

    #[derive(Serialize, JsonSchema)]
    struct Place {
        shelf: String,
    }

    fn schema<T: Serialize + JsonSchema + 'static>() -> Value {
        Value::Object(JsonObject::clone(&Reply::<T>::schema()))
    }

    #[test]
    fn an_output_without_a_status_is_done() {
        let schema = schema::<Sold>();
        let properties = &schema["properties"];
        let names: Vec<&String> = properties.as_object().unwrap().keys().collect();
        let ours = ["confirmation", "left", "message", "preview", "status"];
        assert_eq!(names, ours);
        assert_eq!(
            properties["status"]["enum"],
            json!([
                "done",
                "confirmation_required",
                "declined",
                "unconfirmed",
                "refused"
            ])
        );
        assert_eq!(schema["required"], json!(["status"]));
        assert_eq!(schema["type"], "object");
    }

    #[test]
    fn an_output_keeps_its_own_words() {
        let schema = schema::<Moved>();
        let properties = &schema["properties"];
        assert_eq!(
            properties["status"]["enum"],
            json!([
                "moved",
                "declined",
                "confirmation_required",
                "unconfirmed",
                "refused"
            ])
        );
        assert_eq!(properties["message"]["description"], "Where to.");
        let defs: Vec<&String> = schema["$defs"].as_object().unwrap().keys().collect();
        assert_eq!(defs, ["Place"], "what nothing refers to any more is gone");
    }
}
