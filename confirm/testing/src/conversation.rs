use serde_json::Value;

use crate::Question;

/// The result of a call: every question, and the server's last reply.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[must_use = "a test looks at what came of a call"]
pub struct Conversation {
    /// The questions that the person was shown, in order.
    pub questions: Vec<Question>,
    /// The response to the call or to its last retry, as the server sent it. If the client never
    /// came back it is the question.
    pub reply: Value,
}

impl Conversation {
    /// Returns `structuredContent.status` of the result, in which a server built with `confirm`
    /// reports what happened to the change.
    #[must_use]
    pub fn status(&self) -> Option<&str> {
        self.reply["result"]["structuredContent"]["status"].as_str()
    }

    /// Returns the text of the result.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.reply["result"]["content"][0]["text"].as_str()
    }

    /// Returns the confirmation code that was issued to a client that cannot ask.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.reply["result"]["structuredContent"]["confirmation"].as_str()
    }

    /// Returns the code of the JSON-RPC error, if the reply is one.
    #[must_use]
    pub fn error(&self) -> Option<i64> {
        self.reply["error"]["code"].as_i64()
    }
}
