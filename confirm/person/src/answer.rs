use std::time::Duration;

use serde_json::{Map, Value, json};

/// What the person, or the client that should have asked them, does with a question.
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
    /// Says yes, but only after so long.
    Late(Duration),
    /// Replies with exactly this, which may be no answer to the form: such as
    /// `{"action": "accept", "content": {}}`.
    Malformed(Value),
    /// Never replies. A modern client does not call again.
    Silent,
    /// The client fails, with this JSON-RPC error code. A modern client does not call again,
    /// since there is no request of the server's that could fail.
    Error(i64),
}

/// What goes over the wire for an answer.
pub(crate) enum Sent {
    Reply(Value),
    Error(Value),
    Nothing,
}

impl Answer {
    /// How long the person takes.
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

/// Every field of a form that confirms is a box.
fn filled(form: &Value, ticked: bool) -> Value {
    let fields = form["properties"].as_object();
    let content: Map<String, Value> = fields
        .into_iter()
        .flatten()
        .map(|(field, _)| (field.clone(), ticked.into()))
        .collect();
    json!({"action": "accept", "content": content})
}
