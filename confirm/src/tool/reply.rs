use std::{any::type_name, collections::BTreeSet, fmt, sync::Arc};

use rmcp::{
    ErrorData,
    handler::server::tool::{IntoCallToolResult, schema_for_output},
    model::{CallToolResponse, CallToolResult, ContentBlock, JsonObject},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Status, Stop, schema};

/// What a confirmed tool answers: its output, or why it stopped.
///
/// The output is an object: a struct, or an enum whose variants all are. It may have a `status` of its
/// own (a string enum, or the tag of an enum) and a `message`; without a `status` it gets `"done"`.
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

/// The status of an output that has none of its own.
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
            // Its schema says otherwise. The change was made, so it must not look like a failure.
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
    /// The output schema: the fields of `T`, with `status`, `message`, `confirmation` and
    /// `preview`, of which only `status` is always there. Give it to
    /// `#[tool(output_schema = Reply::<T>::schema())]`, since rmcp cannot infer it.
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

/// Shows neither the output nor a text of the stop.
impl<T: Serialize> fmt::Debug for Reply<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(_) => f.debug_tuple("Reply").field(&DONE).finish(),
            Err(stop) => f.debug_tuple("Reply").field(stop).finish(),
        }
    }
}

/// Keywords that an object has beside its fields and is checked by.
const CONDITIONS: [&str; 3] = ["oneOf", "anyOf", "allOf"];

/// Has the schema take replies without an output, too: where an output has alternatives, none of
/// them fits a refusal.
fn beside_a_refusal(mut schema: JsonObject) -> JsonObject {
    schema.entry("properties").or_insert_with(|| json!({}));
    let conditions = CONDITIONS.map(|keyword| (keyword, schema.remove(keyword)));
    let mut output: JsonObject = conditions
        .into_iter()
        .filter_map(|(keyword, value)| Some((keyword.to_owned(), value?)))
        .collect();
    if output.is_empty() {
        return schema;
    }
    if let Some(required) = schema.remove("required") {
        output.insert("required".into(), required);
    }
    // What else is known only by the alternatives would be forbidden beside them.
    if schema.remove("unevaluatedProperties").is_some() {
        output.insert("properties".into(), schema["properties"].clone());
        output.insert("unevaluatedProperties".into(), json!(false));
    }
    let words = Status::ALL.map(Status::as_str);
    let refusal = json!({
        "properties": {"status": {"enum": words}},
        "required": ["status", "message"],
    });
    schema.insert("anyOf".into(), json!([output, refusal]));
    schema
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
fn statuses(schema: &mut JsonObject, definition: schema::Definition<'_>) -> Vec<String> {
    let mut own = Vec::new();
    let mut statuses: Vec<String> = Vec::new();
    let mut always = false;
    schema::each_object(schema, &mut |object| {
        own.extend(
            object
                .get("properties")
                .and_then(|fields| fields.get("status"))
                .cloned(),
        );
    });
    for status in &own {
        let words = words(&resolve(status, definition));
        statuses.extend(words.expect("`status` of an output is a string enum"));
        always = true;
    }
    // An alternative may have none.
    if !always || schema.keys().any(|key| CONDITIONS.contains(&key.as_str())) {
        statuses.push(DONE.to_owned());
    }
    statuses.extend(Status::ALL.map(|status| status.as_str().to_owned()));
    let mut seen = BTreeSet::new();
    statuses.retain(|status| seen.insert(status.clone()));
    statuses
}

/// Follows a reference into the schema's definitions.
fn resolve(value: &Value, definition: schema::Definition<'_>) -> Value {
    let reference = value.get("$ref").and_then(Value::as_str);
    let name = reference.and_then(|reference| reference.strip_prefix("#/$defs/"));
    name.and_then(definition).unwrap_or_else(|| value.clone())
}

/// The words of a string enum, with or without descriptions of its variants.
fn words(schema: &Value) -> Option<Vec<String>> {
    if let Some(word) = schema.get("const") {
        return Some(vec![word.as_str()?.to_owned()]);
    }
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

    #[derive(Serialize, JsonSchema)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum Tagged {
        Sold { left: u8 },
        Kept,
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(tag = "status", rename_all = "snake_case")]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum Stated {
        Sold(Sold),
        Moved { place: Place },
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum Untagged {
        Sold(Sold),
        Moved(Place),
    }

    #[derive(Serialize, JsonSchema)]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum External {
        Sold { left: u8 },
    }

    #[derive(Serialize, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        tagged: Tagged,
    }

    #[derive(Serialize, JsonSchema)]
    #[schemars(deny_unknown_fields)]
    struct Tree {
        children: Vec<Tree>,
    }

    #[derive(Serialize, JsonSchema)]
    #[serde(transparent)]
    struct Transparent(Tree);

    /// What every client may be sent, whatever the tool's output is.
    fn replies() -> Vec<Value> {
        let code = json!({
            "status": "confirmation_required", "message": "", "confirmation": "", "preview": "",
        });
        let stopped = ["declined", "unconfirmed", "refused"];
        let stopped = stopped.map(|status| json!({"status": status, "message": ""}));
        [vec![code], stopped.to_vec()].concat()
    }

    #[track_caller]
    fn fits<T: Serialize + JsonSchema + 'static>(output: Value) {
        let schema = schema::<T>();
        assert_eq!(schema["type"], "object");
        let mut output = output;
        output
            .as_object_mut()
            .unwrap()
            .entry("status")
            .or_insert_with(|| DONE.into());
        for reply in replies().into_iter().chain([output]) {
            let valid = jsonschema::is_valid(&schema, &reply);
            assert!(valid, "{reply} {schema}");
        }
        for bad in [json!([]), json!({}), json!({"status": "no status"})] {
            assert!(!jsonschema::is_valid(&schema, &bad), "{bad} {schema}");
        }
    }

    #[test]
    fn outputs_of_every_shape_leave_room_for_a_refusal() {
        fits::<Sold>(json!({"left": 1}));
        fits::<Tagged>(json!({"kind": "Sold", "left": 1}));
        fits::<Tagged>(json!({"kind": "Kept"}));
        fits::<Stated>(json!({"status": "sold", "left": 1}));
        fits::<Stated>(json!({"status": "moved", "place": {"shelf": ""}}));
        fits::<Untagged>(json!({"left": 1}));
        fits::<Untagged>(json!({"shelf": ""}));
        fits::<External>(json!({"Sold": {"left": 1}}));
        fits::<Flat>(json!({"id": 1, "kind": "Sold", "left": 1}));
        fits::<Tree>(json!({"children": [{"children": []}]}));
        fits::<Box<Tree>>(json!({"children": []}));
        fits::<Transparent>(json!({"children": []}));
    }

    #[test]
    fn an_alternative_is_still_checked() {
        let schema = schema::<Tagged>();
        let bad = json!({"status": "done", "kind": "Sold", "left": "many"});
        assert!(!jsonschema::is_valid(&schema, &bad), "{schema}");
    }

    #[test]
    fn outputs_that_are_not_an_object_are_refused() {
        fn refuses<T: Serialize + JsonSchema + 'static>() {
            let made = std::panic::catch_unwind(schema::<T>);
            assert!(made.is_err(), "{}", type_name::<T>());
        }
        #[derive(Serialize, JsonSchema)]
        #[expect(dead_code, reason = "a schema is made of it")]
        enum Words {
            Kept,
            Sold { left: u8 },
        }
        #[derive(Serialize, JsonSchema)]
        struct Open {
            left: u8,
            #[serde(flatten)]
            more: std::collections::BTreeMap<String, u8>,
        }
        refuses::<Vec<u8>>();
        refuses::<String>();
        refuses::<()>();
        refuses::<Value>();
        refuses::<Option<Sold>>();
        refuses::<Words>();
        refuses::<(u8, u8)>();
        refuses::<std::collections::BTreeMap<String, u8>>();
        refuses::<Open>();
    }

    /// A schema by hand may say something else than what is sent.
    #[test]
    fn a_change_that_was_made_does_not_look_like_a_failure() {
        let response = Reply(Ok(vec![1_u8])).into_call_tool_result().unwrap();
        let CallToolResponse::Complete(result) = response else {
            panic!("it is complete");
        };
        assert_ne!(result.is_error, Some(true));
        let fields = result.structured_content.unwrap();
        assert_eq!(fields, json!({"status": "done", "message": NOT_SHOWN}));
    }
}
