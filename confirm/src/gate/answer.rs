//! Reads an answer. It uses no type of the SDK, and fails closed: only JSON `true` is a yes.

use serde_json::Value;

/// The key of the question and of its answer.
pub(crate) const QUESTION: &str = "confirm";
/// The one field of the form.
pub(crate) const FIELD: &str = "value";

/// A client's reply to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Accepted, with the box ticked.
    Yes,
    /// Accepted, with the box left unticked.
    Unticked,
    /// An explicit no.
    Declined,
    /// Closed without an answer.
    Dismissed,
    /// Anything else: it does not answer the form that was sent.
    Malformed,
}

/// Reads a reply as the client sent it: `{"action": …, "content": …}`.
pub(crate) fn read(reply: &Value) -> Answer {
    let action = reply.get("action").and_then(Value::as_str);
    match action {
        Some("accept") => accepted(reply.get("content")),
        Some("decline") => Answer::Declined,
        Some("cancel") => Answer::Dismissed,
        Some(word) => {
            // Log only its length: the word may hold anything.
            let characters = word.chars().count();
            tracing::warn!(characters, "an answer with an unknown action");
            Answer::Malformed
        }
        None => Answer::Malformed,
    }
}

/// Reads the content of an accepted form, which must be exactly one boolean field. A further key
/// means that another form was answered.
fn accepted(content: Option<&Value>) -> Answer {
    let Some(fields) = content.and_then(Value::as_object) else {
        return Answer::Malformed;
    };
    match (fields.len(), fields.get(FIELD)) {
        (1, Some(Value::Bool(true))) => Answer::Yes,
        (1, Some(Value::Bool(false))) => Answer::Unticked,
        _ => Answer::Malformed,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_true_is_a_yes() {
        let yes = json!({"action": "accept", "content": {"value": true}});
        assert_eq!(read(&yes), Answer::Yes);
        for (reply, answer) in [
            (
                json!({"action": "accept", "content": {"value": false}}),
                Answer::Unticked,
            ),
            (json!({"action": "accept"}), Answer::Malformed),
            (
                json!({"action": "accept", "content": null}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": true}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": [true]}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"value": "true"}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"value": 1}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"value": "yes"}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"value": [true]}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"value": {}}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"value": null}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"Value": true}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "accept", "content": {"value": true, "transaction_id": "x"}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "ACCEPT", "content": {"value": true}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "skipped", "content": {"value": true}}),
                Answer::Malformed,
            ),
            (
                json!({"action": "decline", "content": {"value": true}}),
                Answer::Declined,
            ),
            (
                json!({"action": "cancel", "content": {"value": true}}),
                Answer::Dismissed,
            ),
            (json!({"action": "decline"}), Answer::Declined),
            (json!({"action": true}), Answer::Malformed),
            (json!({"content": {"value": true}}), Answer::Malformed),
            (json!({"value": true}), Answer::Malformed),
            (json!(true), Answer::Malformed),
            (json!(null), Answer::Malformed),
        ] {
            assert_eq!(read(&reply), answer, "{reply}");
        }
    }
}
