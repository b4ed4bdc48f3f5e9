use serde_json::Value;

use crate::Question;

/// What came of a call: every question, and the server's last word.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[must_use = "a test looks at what came of a call"]
pub struct Conversation {
    /// The questions that the person was shown, in their order.
    pub questions: Vec<Question>,
    /// The response to the call or to its last retry, as it was on the wire. Where the client never
    /// came back it is the question.
    pub reply: Value,
}

impl Conversation {
    /// `structuredContent.status` of the result: what a server built with `confirm` says about the
    /// change.
    #[must_use]
    pub fn status(&self) -> Option<&str> {
        self.reply["result"]["structuredContent"]["status"].as_str()
    }

    /// The text of the result.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.reply["result"]["content"][0]["text"].as_str()
    }

    /// The confirmation code that a client which cannot ask was handed.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.reply["result"]["structuredContent"]["confirmation"].as_str()
    }

    /// The code of the JSON-RPC error, if that is what came.
    #[must_use]
    pub fn error(&self) -> Option<i64> {
        self.reply["error"]["code"].as_i64()
    }
}
