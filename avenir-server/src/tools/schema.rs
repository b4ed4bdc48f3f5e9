//! Plain schemas of arguments. Many clients convert a schema and lose parts that their converters
//! do not know. Such parts are references, constants, and several types of one value.

use rmcp::model::JsonObject;
use schemars::{Schema, transform::transform_subschemas};
use serde_json::{Map, Value, json};

/// Replaces references with their definitions, and lists words as one `enum`. Removes null from
/// every schema, because a client can leave out an argument that may be null.
pub(super) fn plain(arguments: &mut JsonObject) {
    let mut schema = Schema::from(std::mem::take(arguments));
    let definitions = schema.remove("$defs").unwrap_or_default();
    flatten(&mut schema, &definitions);
    *arguments = std::mem::take(schema.ensure_object());
    arguments.insert("type".to_owned(), "object".into());
    arguments.entry("properties").or_insert_with(|| json!({}));
}

fn flatten(schema: &mut Schema, definitions: &Value) {
    while let Some(Value::String(name)) = schema.remove("$ref") {
        adopt(schema, &definitions[name.trim_start_matches("#/$defs/")]);
    }
    transform_subschemas(
        &mut |inner: &mut Schema| flatten(inner, definitions),
        schema,
    );
    if let Some(word) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([word]));
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        if let Some(Value::Array(forms)) = schema.remove(key) {
            join(schema, key, forms);
        }
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &mut **types {
            let only = only.take();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
}

/// Replaces alternatives that are one schema or only words once null is removed.
fn join(schema: &mut Schema, key: &str, mut forms: Vec<Value>) {
    forms.retain(|form| form["type"] != "null");
    let words: Option<Vec<&Vec<Value>>> =
        forms.iter().map(|form| form["enum"].as_array()).collect();
    match (&*forms, words) {
        ([only], _) => adopt(schema, only),
        (_, Some(words)) => {
            let words: Vec<&Value> = words.into_iter().flatten().collect();
            adopt(schema, &json!({"type": "string", "enum": words}));
        }
        _ => _ = schema.insert(key.to_owned(), forms.into()),
    }
}

/// Copies the keys that the schema does not have itself. Panics if `other` is not an object.
fn adopt(schema: &mut Schema, other: &Value) {
    let other: &Map<String, Value> = other.as_object().expect("a schema of ours is an object");
    for (key, value) in other {
        let own = schema.ensure_object();
        own.entry(key).or_insert_with(|| value.clone());
    }
}

#[cfg(test)]
mod tests {
    use schemars::{JsonSchema, schema_for};

    use super::*;

    #[derive(JsonSchema)]
    #[schemars(rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Plain {
        One,
        Two,
    }

    #[derive(JsonSchema)]
    #[schemars(rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Documented {
        /// The first.
        One,
        /// The second.
        Two,
        Three,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Row {
        plain: Plain,
        often: Option<Documented>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Arguments {
        /// Rows.
        rows: Option<Vec<Row>>,
        /// One row.
        row: Option<Row>,
        name: Option<String>,
        /// It.
        word: Option<Documented>,
        list: Vec<Option<Plain>>,
    }

    #[test]
    fn every_form_of_an_argument_becomes_plain() {
        let mut schema = schema_for!(Arguments);
        let object = schema.ensure_object();
        plain(object);
        let plain = json!({"type": "string", "enum": ["one", "two"]});
        let documented = json!({"type": "string", "enum": ["three", "one", "two"]});
        let row = json!({
            "type": "object",
            "properties": {"plain": plain, "often": documented},
            "required": ["plain"],
        });
        let mut said = row.clone();
        said["description"] = "One row.".into();
        let properties = &object["properties"];
        assert_eq!(properties["row"], said);
        assert_eq!(
            properties["rows"],
            json!({"description": "Rows.", "type": "array", "items": row})
        );
        assert_eq!(properties["name"], json!({"type": "string"}));
        assert_eq!(properties["word"]["enum"], documented["enum"]);
        assert_eq!(properties["list"]["items"], plain);
        assert!(!object.contains_key("$defs"), "{object:?}");
    }

    #[test]
    fn no_arguments_are_an_empty_object() {
        let mut schema = JsonObject::new();
        plain(&mut schema);
        assert_eq!(
            Value::from(schema),
            json!({"type": "object", "properties": {}})
        );
    }
}
