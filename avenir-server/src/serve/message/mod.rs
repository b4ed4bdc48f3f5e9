//! Reads one JSON-RPC message from bytes, before the SDK does.
//!
//! The SDK drops a message that it cannot read, or takes it for an unknown method. The client then
//! waits forever, or learns nothing. So each message is read here first: it becomes a message of the
//! SDK, or an error that carries the request's id.

mod envelope;

use std::borrow::Cow;

use avenir_ynab::whole_characters;
use rmcp::model::{
    CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, ErrorCode, GetPromptRequestParams,
    InitializeRequestParams, JsonRpcMessage, JsonRpcRequest, ReadResourceRequestParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// One message after it was read.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message that the SDK understands.
    Message(Box<ClientJsonRpcMessage>),
    /// A message that is answered with an error at once.
    Refused(Refusal),
    /// An unknown notification or answer. JSON-RPC has no reply to those.
    Ignored,
}

/// An error reply.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The id as JSON, unchanged; `null` if none could be read.
    id: String,
    code: ErrorCode,
    message: String,
}

impl Refusal {
    pub(super) fn new(id: impl Into<String>, code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            code,
            message: message.into(),
        }
    }

    /// Returns the reply as one line of JSON.
    pub(super) fn to_json(&self) -> String {
        let error = json!({"code": self.code.0, "message": self.message});
        format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, self.id)
    }
}

/// Returns the text of a message, without a byte order mark. Bytes that are not UTF-8 and halves of
/// surrogate pairs become U+FFFD, as in YNAB's answers.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    const MARK: char = '\u{feff}';
    match whole_characters(bytes) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches(MARK)),
        Cow::Owned(text) if text.starts_with(MARK) => {
            Cow::Owned(text.trim_start_matches(MARK).to_owned())
        }
        text @ Cow::Owned(_) => text,
    }
}

/// Reads one message. Replaces bad characters as [`text`] does.
pub(super) fn read(bytes: &[u8]) -> Incoming {
    read_text(&text(bytes))
}

/// Reads one message from the text that [`text`] returned.
pub(super) fn read_text(text: &str) -> Incoming {
    match serde_json::from_str(text) {
        Ok(value) => of_value(value),
        Err(error) => Incoming::Refused(Refusal::new(
            envelope::id_in(text),
            ErrorCode::PARSE_ERROR,
            format!("the message cannot be read as JSON ({error}): send one JSON-RPC message"),
        )),
    }
}

/// Returns the id of a message that is too long, as JSON, if its beginning holds the id.
pub(super) fn id_of_beginning(bytes: &[u8]) -> Option<String> {
    envelope::find(&String::from_utf8_lossy(bytes))
}

/// Returns the id of a message that is too long, as JSON, if its end holds the id.
pub(super) fn id_of_end(bytes: &[u8]) -> Option<String> {
    envelope::find_at_end(&String::from_utf8_lossy(bytes))
}

fn of_value(value: Value) -> Incoming {
    let Some(message) = value.as_object() else {
        return invalid(
            "null",
            "send one JSON-RPC message, as an object: batches are not part of the protocol",
        );
    };
    let id = message.get("id");
    let echoed = id.map_or_else(|| "null".to_owned(), envelope::echo);
    match (message.get("method"), id) {
        (Some(Value::String(_)), _) if message.get("jsonrpc") != Some(&json!("2.0")) => {
            invalid(echoed, "`jsonrpc` must be \"2.0\"")
        }
        (Some(Value::String(_)), None) => typed(value).map_or(Incoming::Ignored, message_of),
        (Some(Value::String(_)), Some(id)) if !(id.is_string() || id.is_i64()) => invalid(
            echoed,
            "the id of a request must be a string, or a whole number below 2^63",
        ),
        (Some(Value::String(method)), Some(_)) => {
            let method = method.clone();
            request(value, &method, echoed)
        }
        (Some(_), _) => invalid(echoed, "`method` must be a string"),
        (None, Some(_)) if message.contains_key("result") || message.contains_key("error") => {
            typed(value).map_or(Incoming::Ignored, message_of)
        }
        (None, _) => invalid(echoed, "the message has no `method`, `result` or `error`"),
    }
}

/// Checks the parameters of a request, because the SDK takes a method with unreadable parameters for
/// an unknown method.
fn request(value: Value, method: &str, id: String) -> Incoming {
    let params = value.get("params").unwrap_or(&Value::Null);
    if !(params.is_object() || params.is_null() && takes_no_params(method)) {
        return Incoming::Refused(Refusal::new(
            id,
            ErrorCode::INVALID_PARAMS,
            format!("`params` of {method} must be an object"),
        ));
    }
    // Read the method first, because the SDK removes `_meta` from the parameters.
    let is_known = is_known(method, params);
    match typed(value) {
        Some(JsonRpcMessage::Request(JsonRpcRequest {
            request: ClientRequest::CustomRequest(custom),
            ..
        })) if is_known => {
            let reason = reason(method, custom.params.unwrap_or_default());
            Incoming::Refused(Refusal::new(
                id,
                ErrorCode::INVALID_PARAMS,
                format!("`params` of {method} cannot be read: {reason}"),
            ))
        }
        Some(message) => message_of(message),
        None => invalid(id, "the request cannot be read as one of the protocol"),
    }
}

fn typed(value: Value) -> Option<ClientJsonRpcMessage> {
    serde_json::from_value(value).ok()
}

fn message_of(message: ClientJsonRpcMessage) -> Incoming {
    Incoming::Message(Box::new(message))
}

fn invalid(id: impl Into<String>, message: &str) -> Incoming {
    Incoming::Refused(Refusal::new(id, ErrorCode::INVALID_REQUEST, message))
}

/// Returns why the parameters cannot be read.
fn reason(method: &str, params: Value) -> String {
    fn why<T: DeserializeOwned>(params: Value) -> Option<String> {
        let error = serde_path_to_error::deserialize::<_, T>(params).err()?;
        let path = error.path().to_string();
        let inner = error.into_inner();
        Some(match path.as_str() {
            "." => inner.to_string(),
            path => format!("`{path}`: {inner}"),
        })
    }
    let found = match method {
        "initialize" => why::<InitializeRequestParams>(params),
        "prompts/get" => why::<GetPromptRequestParams>(params),
        "resources/read" => why::<ReadResourceRequestParams>(params),
        "tools/call" => why::<CallToolRequestParams>(params),
        _ => None,
    };
    found.unwrap_or_else(|| "a field is missing or has another type".to_owned())
}

/// Returns whether this server has the method. On 2026-07-28 each request names its revision, and
/// there is no `initialize`.
fn is_known(method: &str, params: &Value) -> bool {
    const REVISION: &str = "io.modelcontextprotocol/protocolVersion";
    match method {
        "initialize" => params["_meta"].get(REVISION).is_none(),
        "ping"
        | "prompts/get"
        | "prompts/list"
        | "resources/list"
        | "resources/read"
        | "resources/templates/list"
        | "server/discover"
        | "tools/call"
        | "tools/list" => true,
        _ => false,
    }
}

/// Returns whether `null` may stand for the parameters, as clients send it for methods without any.
fn takes_no_params(method: &str) -> bool {
    !matches!(
        method,
        "initialize" | "prompts/get" | "resources/read" | "tools/call"
    )
}

#[cfg(test)]
mod tests;
