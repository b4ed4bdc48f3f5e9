use serde_json::{Value, json};

use crate::{Answer, Call, answer::Sent};

/// A question, as the person was shown it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The text of the question.
    pub message: String,
    /// The schema of its form.
    pub form: Value,
    /// The key under which it is answered: the name of a modern server's input request, or the id
    /// of an older server's request.
    pub key: Value,
    /// The state that a retried call sends back. Null if there is no state, as during a call.
    pub state: Value,
    /// The whole message that contained it.
    pub raw: Value,
    /// The call that led to it.
    pub call: Call,
}

impl Question {
    /// Returns the parameters of the retried call that would answer it. A test can change the
    /// state, an argument or the tool in them, and send them with
    /// [`ScriptedClient::request`](crate::ScriptedClient::request). For an answer that sends nothing,
    /// `inputResponses` is empty.
    #[must_use]
    pub fn retry(&self, answer: &Answer) -> Value {
        match answer.to_form(&self.form) {
            Sent::Reply(reply) => self.retry_with(&reply),
            Sent::Error(_) | Sent::Nothing => self.retried(&json!({})),
        }
    }

    pub(crate) fn retry_with(&self, reply: &Value) -> Value {
        let key = self.key.as_str().unwrap_or_default();
        self.retried(&json!({key: reply}))
    }

    fn retried(&self, responses: &Value) -> Value {
        let mut params = self.call.params.clone();
        params["inputResponses"] = responses.clone();
        if !self.state.is_null() {
            params["requestState"] = self.state.clone();
        }
        params
    }

    /// Returns whether it is answered by another call.
    pub(crate) fn is_between_calls(&self) -> bool {
        self.raw["method"].is_null()
    }

    /// Reads the request of a server that asks during a call.
    pub(crate) fn during(call: &Call, raw: Value) -> Self {
        let shown = &raw["params"];
        Self {
            message: message(shown),
            form: shown["requestedSchema"].clone(),
            key: raw["id"].clone(),
            state: Value::Null,
            call: call.clone(),
            raw,
        }
    }

    /// Reads a result that requires input.
    ///
    /// # Panics
    ///
    /// If it requires anything other than one answer.
    pub(crate) fn between(call: &Call, raw: Value) -> Self {
        let result = &raw["result"];
        let requests = result["inputRequests"].as_object();
        let mut requests = requests.into_iter().flatten();
        let (Some((key, request)), None) = (requests.next(), requests.next()) else {
            panic!("a person answers one question at a time: {raw}");
        };
        assert_eq!(request["method"], "elicitation/create", "{raw}");
        let shown = &request["params"];
        Self {
            message: message(shown),
            form: shown["requestedSchema"].clone(),
            key: key.clone().into(),
            state: result["requestState"].clone(),
            call: call.clone(),
            raw,
        }
    }
}

fn message(shown: &Value) -> String {
    let message = shown["message"].as_str();
    message
        .unwrap_or_else(|| panic!("the question says nothing: {shown}"))
        .to_owned()
}
