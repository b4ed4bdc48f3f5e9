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

/// Returns the replies that every client may get, whatever the output of the tool.
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

/// Checks an output that does not match its schema, as with a schema by hand.
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

/// Checks the debug text, because a careless server may log a reply.
#[test]
fn a_debug_text_shows_nothing_of_an_output() {
    assert_eq!(
        format!("{:?}", Reply(Ok(Sold { left: 7 }))),
        r#"Reply("done")"#
    );
}
