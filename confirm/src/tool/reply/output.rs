//! The schema of an output, combined with the library's own fields.

use std::collections::BTreeSet;

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::DONE;
use crate::tool::{Status, schema};

/// The keywords that hold conditions beside an object's fields.
const CONDITIONS: [&str; 3] = ["oneOf", "anyOf", "allOf"];

/// Makes the schema accept replies without an output. Where an output has alternatives, a refusal
/// matches none of them.
pub(super) fn beside_a_refusal(mut schema: JsonObject) -> JsonObject {
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
    // Move the keyword into the alternative: beside it, the fields of the alternatives would be
    // forbidden.
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

/// Removes definitions that nothing refers to, such as that of a status that was replaced.
pub(super) fn forget_unused(schema: &mut JsonObject) {
    let text = Value::Object(schema.clone()).to_string();
    if let Some(Value::Object(defs)) = schema.get_mut("$defs") {
        defs.retain(|name, _| text.contains(&format!("\"#/$defs/{name}\"")));
        if defs.is_empty() {
            schema.remove("$defs");
        }
    }
}

/// Collects the statuses of an output and of the library.
pub(super) fn statuses(schema: &mut JsonObject, definition: schema::Definition<'_>) -> Vec<String> {
    let mut own = Vec::new();
    schema::each_object(schema, &mut |object| {
        let fields = object.get("properties");
        own.extend(fields.and_then(|fields| fields.get("status")).cloned());
    });
    let mut statuses: Vec<String> = Vec::new();
    for status in &own {
        let words = words(&schema::resolve(status, definition));
        statuses.extend(words.expect("`status` of an output is a string enum"));
    }
    // An alternative may have no status.
    if own.is_empty() || schema.keys().any(|key| CONDITIONS.contains(&key.as_str())) {
        statuses.push(DONE.to_owned());
    }
    statuses.extend(Status::ALL.map(|status| status.as_str().to_owned()));
    let mut seen = BTreeSet::new();
    statuses.retain(|status| seen.insert(status.clone()));
    statuses
}

/// Returns the words of a string enum, with or without descriptions of its variants.
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
