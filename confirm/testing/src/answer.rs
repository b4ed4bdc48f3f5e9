use std::time::Duration;

use serde_json::{Map, Value, json};

/// The reaction of the person, or of the client that should have asked them, to a question.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// Sends the form with every box ticked.
    Yes,
    /// Declines.
    No,
    /// Sends the form with no box ticked.
    Unticked,
    /// Closes the question without an answer.
    Dismiss,
    /// Says yes, but only after this time.
    Late(Duration),
    /// Replies with exactly this value, which need not answer the form, such as `{"action":
    /// "accept", "content": {}}`.
    Malformed(Value),
    /// Never replies. A modern client does not call again.
    Silent,
    /// The client fails, with this JSON-RPC error code. A modern client does not call again,
    /// because the server sends no request that could fail.
    Error(i64),
}

/// The message that the client sends for an answer.
pub(crate) enum Sent {
    Reply(Value),
    Error(Value),
    Nothing,
}

impl Answer {
    /// Returns how long the person takes.
    pub(crate) fn delay(&self) -> Duration {
        match self {
            Self::Late(delay) => *delay,
            _ => Duration::ZERO,
        }
    }

    pub(crate) fn to_form(&self, form: &Value) -> Sent {
        match self {
            Self::Yes | Self::Late(_) => Sent::Reply(filled(form, true)),
            Self::Unticked => Sent::Reply(filled(form, false)),
            Self::No => Sent::Reply(json!({"action": "decline"})),
            Self::Dismiss => Sent::Reply(json!({"action": "cancel"})),
            Self::Malformed(reply) => Sent::Reply(reply.clone()),
            Self::Silent => Sent::Nothing,
            Self::Error(code) => Sent::Error(json!({"code": code, "message": "cannot ask"})),
        }
    }
}

/// Fills in every field of the form as a box, ticked or not.
fn filled(form: &Value, ticked: bool) -> Value {
    let fields = form["properties"].as_object();
    let content: Map<String, Value> = fields
        .into_iter()
        .flatten()
        .map(|(field, _)| (field.clone(), ticked.into()))
        .collect();
    json!({"action": "accept", "content": content})
}
