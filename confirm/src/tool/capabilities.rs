//! Reads the capabilities that a client declares from the raw JSON, because the SDK's type drops
//! unknown ones.

use serde_json::{Value, json};

/// The key of the capabilities in a request's metadata.
pub(super) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Returns whether `elicitation` is `{}`, which means forms, or has `form`.
pub(crate) fn declares_form(capabilities: &Value) -> bool {
    let elicitation = capabilities.get("elicitation").and_then(Value::as_object);
    elicitation
        .is_some_and(|modes| modes.is_empty() || modes.get("form").is_some_and(Value::is_object))
}

/// Removes the elicitation modes that the SDK does not know from an `initialize` that declares
/// elicitation without forms. Returns `None` for every other message.
///
/// The SDK reads `{"future": {}}` and `{"form": null}` as `{}`, which means forms. A client that
/// does not know forms cannot show one.
pub(crate) fn without_unknown_modes(message: &[u8]) -> Option<Vec<u8>> {
    let mut message: Value = serde_json::from_slice(message).ok()?;
    if message.get("method").and_then(Value::as_str) != Some("initialize") {
        return None;
    }
    let capabilities = message.pointer_mut("/params/capabilities")?;
    if declares_form(capabilities) {
        return None;
    }
    let capabilities = capabilities.as_object_mut()?;
    let declared = capabilities.remove("elicitation")?;
    if let Some(url) = declared.get("url").filter(|url| url.is_object()) {
        capabilities.insert("elicitation".to_owned(), json!({"url": url}));
    }
    serde_json::to_vec(&message).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capability_shapes() {
        for yes in [
            json!({}),
            json!({"form": {}}),
            json!({"form": {}, "url": {}}),
            json!({"form": {"applyDefaults": true}}),
        ] {
            assert!(declares_form(&json!({"elicitation": yes})), "{yes}");
        }
        for no in [
            json!({"url": {}}),
            json!({"future": {}}),
            json!({"form": null}),
            json!({"form": true}),
            json!(null),
            json!(true),
            json!([]),
            json!("form"),
        ] {
            assert!(!declares_form(&json!({"elicitation": no})), "{no}");
        }
        assert!(!declares_form(&json!({})));
        assert!(!declares_form(&json!(null)));
    }

    #[test]
    fn only_an_initialize_that_declares_no_forms_is_written_anew() {
        let message = |method: &str, elicitation: Value| {
            let capabilities = json!({"elicitation": elicitation, "roots": {}});
            json!({"id": 1, "method": method, "params": {"capabilities": capabilities}})
        };
        let read = |message: &Value| without_unknown_modes(message.to_string().as_bytes());
        let written = read(&message("initialize", json!({"future": {}}))).unwrap();
        let written: Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(
            written,
            json!({"id": 1, "method": "initialize", "params": {"capabilities": {"roots": {}}}})
        );
        let written = read(&message("initialize", json!({"url": {}, "form": null}))).unwrap();
        let written: Value = serde_json::from_slice(&written).unwrap();
        let declared = &written["params"]["capabilities"]["elicitation"];
        assert_eq!(declared, &json!({"url": {}}));
        for as_it_came in [
            message("initialize", json!({})),
            message("initialize", json!({"form": {}, "future": {}})),
            message("tools/call", json!({"future": {}})),
            json!({"method": "initialize"}),
            json!({"method": "initialize", "params": {"capabilities": []}}),
            json!([]),
        ] {
            assert_eq!(read(&as_it_came), None, "{as_it_came}");
        }
        assert_eq!(without_unknown_modes(b"{"), None);
    }
}
