//! Schemas of arguments and outputs. Their root may be an enum, a reference or a union, and the
//! library's own fields have to fit beside theirs.

use serde_json::{Map, Value, json};

/// Finds the definition that a reference names.
pub(super) type Definition<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// The keywords that hold alternatives.
const ALTERNATIVES: [&str; 2] = ["oneOf", "anyOf"];
/// The keywords that can forbid unknown properties.
const STRICT: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];
/// The deepest nesting that is followed; deeper references count as a loop.
const DEEPEST: usize = 16;

/// Inlines the references at the root of a schema and of its alternatives, so that fields can be
/// added to each.
///
/// # Errors
///
/// Fails if the schema admits anything but objects, with a description of that.
pub(super) fn objects(
    schema: Value,
    definition: Definition<'_>,
) -> Result<Map<String, Value>, String> {
    write_out(schema, definition, DEEPEST)
}

fn write_out(
    schema: Value,
    definition: Definition<'_>,
    depth: usize,
) -> Result<Map<String, Value>, String> {
    let Value::Object(mut schema) = schema else {
        return Err("anything".to_owned());
    };
    if depth == 0 {
        return Err("a reference to itself".to_owned());
    }
    let mut is_object = match schema.get("type") {
        None => false,
        Some(Value::String(kind)) if kind == "object" => true,
        Some(other) => return Err(other.to_string()),
    };
    if let Some(Value::String(reference)) = schema.remove("$ref") {
        let referred = name(&reference).and_then(definition);
        let referred = referred.ok_or_else(|| format!("whatever {reference} is"))?;
        let referred = write_out(referred, definition, depth - 1)?;
        is_object = true;
        if schema
            .keys()
            .all(|key| key == "description" || key == "title" || key == "type")
        {
            return Ok(referred);
        }
        let parts = schema.entry("allOf").or_insert_with(|| json!([]));
        let parts = parts
            .as_array_mut()
            .ok_or("an `allOf` that is not a list")?;
        parts.push(referred.into());
    }
    for keyword in ALTERNATIVES {
        let Some(Value::Array(alternatives)) = schema.get_mut(keyword) else {
            continue;
        };
        let mut objects = 0;
        for alternative in alternatives.iter_mut() {
            match write_out(alternative.take(), definition, depth - 1) {
                Ok(object) => {
                    objects += 1;
                    *alternative = object.into();
                }
                // Beside `"type": "object"` the alternative may be a condition.
                Err(_) if is_object => return Err("a condition that is not an object".to_owned()),
                Err(other) => return Err(other),
            }
        }
        is_object |= objects > 0;
    }
    if let Some(Value::Array(parts)) = schema.get_mut("allOf") {
        for part in parts.iter_mut() {
            *part = write_out(part.take(), definition, depth - 1)?.into();
            is_object = true;
        }
    }
    if !is_object {
        return Err(match schema.get("const").or_else(|| schema.get("enum")) {
            Some(words) => words.to_string(),
            None => "anything".to_owned(),
        });
    }
    Ok(schema)
}

/// Returns the definition that a schema refers to, or the schema itself.
pub(super) fn resolve(schema: &Value, definition: Definition<'_>) -> Value {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let referred = reference.and_then(name).and_then(definition);
    referred.unwrap_or_else(|| schema.clone())
}

/// Returns the name of a definition in a reference to it.
fn name(reference: &str) -> Option<&str> {
    reference.strip_prefix("#/$defs/")
}

/// Calls `visit` with the schema itself and with each of its alternatives and parts.
pub(super) fn each_object(
    schema: &mut Map<String, Value>,
    visit: &mut impl FnMut(&mut Map<String, Value>),
) {
    visit(schema);
    for keyword in ALTERNATIVES.into_iter().chain(["allOf"]) {
        if let Some(Value::Array(parts)) = schema.get_mut(keyword) {
            for part in parts.iter_mut().filter_map(Value::as_object_mut) {
                each_object(part, visit);
            }
        }
    }
}

/// Returns whether the schema or an alternative has a property with that name.
pub(super) fn has(schema: &mut Map<String, Value>, name: &str) -> bool {
    let mut found = false;
    each_object(schema, &mut |object| {
        let properties = object.get("properties");
        found |= properties.is_some_and(|properties| properties.get(name).is_some());
    });
    found
}

/// Adds the named fields to each alternative that forbids unknown properties.
pub(super) fn admit(schema: &mut Map<String, Value>, names: &[&str]) {
    each_object(schema, &mut |object| {
        let forbids = |keyword| object.get(keyword) == Some(&Value::Bool(false));
        if !STRICT.into_iter().any(forbids) {
            return;
        }
        let properties = object.entry("properties").or_insert_with(|| json!({}));
        let Some(properties) = properties.as_object_mut() else {
            return;
        };
        for name in names {
            properties.entry(*name).or_insert(Value::Bool(true));
        }
    });
}

/// Returns whether the schema describes a map, whose keys are data.
pub(super) fn is_map(schema: &mut Map<String, Value>) -> bool {
    let mut found = false;
    each_object(schema, &mut |object| {
        let open = object.get("additionalProperties");
        found |= open.is_some_and(|open| *open != Value::Bool(false));
        found |= object.contains_key("patternProperties");
    });
    found
}

/// Sets fields at the root, replacing those that are there.
pub(super) fn set(
    schema: &mut Map<String, Value>,
    fields: impl IntoIterator<Item = (&'static str, Value)>,
) {
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    if let Some(properties) = properties.as_object_mut() {
        properties.extend(
            fields
                .into_iter()
                .map(|(name, field)| (name.to_owned(), field)),
        );
    }
}

/// Copies the root into a definition and points references to the root there. The root changes once
/// fields are added to it, so it can no longer stand for the type.
pub(super) fn without_root_references(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut written = Value::Object(schema.clone());
    let definitions = schema.get("$defs").and_then(Value::as_object);
    let is_free = |name: &String| definitions.is_none_or(|known| !known.contains_key(name));
    // Try one more name than there are definitions, so that at least one is free.
    let most = definitions.map_or(0, Map::len);
    let mut names = (0..=most).map(|number| format!("Root{number}"));
    let name = names.find(is_free).unwrap_or_default();
    let replaced = replace_root(&mut written, &format!("#/$defs/{name}"));
    let Value::Object(mut written) = written else {
        return schema.clone();
    };
    if replaced {
        let mut root = written.clone();
        root.retain(|key, _| !matches!(key.as_str(), "$defs" | "$schema"));
        let definitions = written.entry("$defs").or_insert_with(|| json!({}));
        definitions[name] = root.into();
    }
    written
}

fn replace_root(schema: &mut Value, with: &str) -> bool {
    match schema {
        Value::Object(fields) => fields.iter_mut().fold(false, |found, (key, value)| {
            if key == "$ref" && value == "#" {
                *value = with.into();
                return true;
            }
            replace_root(value, with) || found
        }),
        Value::Array(items) => {
            let found = items
                .iter_mut()
                .filter_map(|item| replace_root(item, with).then_some(()));
            found.count() > 0
        }
        _ => false,
    }
}
