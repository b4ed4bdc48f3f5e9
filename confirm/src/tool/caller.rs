use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rmcp::{
    ErrorData, Peer, RoleServer,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
    model::{JsonObject, ProtocolVersion},
    service::{ElicitationMode, RequestContext},
};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio_util::sync::CancellationToken;

use super::{
    Progress, Stop,
    capabilities::{CAPABILITIES, declares_form},
};
use crate::{
    gate::{Binding, CanAsk, QUESTION},
    subject::canonical_json,
};

/// The client that called this tool: whether it can ask its user, and what the user answered.
///
/// A `#[tool]` function takes it as a parameter, on its own or through
/// [`Parameters`](crate::Parameters). [`ask`](crate::ask()) takes it by value, so that one call of
/// a tool asks one question. rmcp makes it from the call. A tool that takes it twice fails with an
/// internal error.
///
/// On its own, place it before rmcp's `Parameters`, which removes the arguments from the call.
/// Placed after `Parameters` it no longer sees the arguments, so an answer is then bound to the
/// change alone.
#[must_use = "give it to `confirm::ask`"]
pub struct Caller {
    context: RequestContext<RoleServer>,
    tool: String,
    arguments: String,
    principal: Option<String>,
    code: Code,
    reply: Option<Value>,
    state: Option<String>,
    progress: Progress,
}

/// The caller's name. A transport's authentication puts it into the extensions of the HTTP request.
///
/// Codes, and questions that wait between two calls, are bound to the principal, byte for byte, so
/// another principal cannot use or answer them. A question during a call is answered in its
/// session, whose callers the SDK does not tell apart. There
#[cfg_attr(
    feature = "http",
    doc = "[`http::SessionLayer`](crate::http::SessionLayer)"
)]
#[cfg_attr(
    not(feature = "http"),
    doc = "`http::SessionLayer`, of the feature `http`,"
)]
/// keeps other principals out; without that layer, anyone who knows the session's id can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "it is a name and nothing else")]
pub struct Principal(pub String);

/// A mark in the request's extensions: the `Caller` of this call was taken.
#[derive(Clone)]
struct Taken;

/// The confirmation code of a call.
pub(super) enum Code {
    /// The tool has no argument for one.
    NotTaken,
    /// The call has no code.
    Absent,
    /// The code that was passed; it may be any text.
    Given(String),
}

impl<S> FromContextPart<ToolCallContext<'_, S>> for Caller {
    fn from_context_part(call: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Self::from_call(call, Code::NotTaken)
    }
}

impl Caller {
    pub(super) fn from_call<S>(
        call: &mut ToolCallContext<'_, S>,
        code: Code,
    ) -> Result<Self, ErrorData> {
        let extensions = &mut call.request_context.extensions;
        if extensions.insert(Taken).is_some() {
            return Err(ErrorData::internal_error(
                "a tool takes its `Caller` once: one call asks one question",
                None,
            ));
        }
        let context = call.request_context.clone();
        let answers = call.input_responses.take();
        Ok(Self {
            tool: call.name.to_string(),
            arguments: digest(call.arguments.as_ref()),
            principal: principal(&context),
            code,
            reply: answers.and_then(|mut answers| answers.remove(QUESTION)),
            state: call.request_state.take(),
            progress: Progress::of(&context),
            context,
        })
    }

    pub(crate) fn binding(&self, kind: &'static str) -> Binding<'_> {
        Binding {
            principal: self.principal(),
            tool: &self.tool,
            kind,
            arguments: &self.arguments,
        }
    }

    pub(crate) fn principal(&self) -> Option<&str> {
        self.principal.as_deref()
    }

    pub(crate) fn takes_codes(&self) -> bool {
        !matches!(self.code, Code::NotTaken)
    }

    pub(crate) fn code(&self) -> Option<&str> {
        match &self.code {
            Code::Given(code) => Some(code),
            Code::NotTaken | Code::Absent => None,
        }
    }

    /// Returns whether this call claims to answer an earlier one.
    pub(crate) fn is_retry(&self) -> bool {
        self.state.is_some() || self.reply.is_some()
    }

    pub(crate) fn reply(&self) -> Option<&Value> {
        self.reply.as_ref()
    }

    pub(crate) fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    pub(crate) fn peer(&self) -> &Peer<RoleServer> {
        &self.context.peer
    }

    /// Returns a handle that reports the progress of this call to the client, if it asked for that.
    /// Use it in a proposal that reads a lot.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    pub(crate) async fn cancelled(&self) {
        self.context.ct.cancelled().await;
    }

    pub(crate) fn cancellation(&self) -> CancellationToken {
        self.context.ct.clone()
    }

    /// Returns how the client can be asked. On 2026-07-28 and later, the request's own declaration
    /// counts; before, the handshake's.
    pub(crate) fn can_ask(&self) -> Result<CanAsk, Stop> {
        let Some(version) = self.context.protocol_version() else {
            return Err(Stop::internal(
                "the request's metadata is gone: a parameter of type `RequestMetaObject` before \
                 `Caller` takes it",
            ));
        };
        if version < ProtocolVersion::V_2026_07_28 {
            let modes = self.context.peer.supported_elicitation_modes();
            return Ok(if modes.contains(&ElicitationMode::Form) {
                CanAsk::InCall
            } else {
                CanAsk::No
            });
        }
        // Read the raw JSON: the SDK's type drops unknown modes, so that `{"future":{}}` would look
        // like `{}`.
        let declared = self.context.meta.get(CAPABILITIES);
        Ok(if declared.is_some_and(declares_form) {
            CanAsk::RoundTrip
        } else {
            CanAsk::No
        })
    }
}

/// Shows the tool, and no argument, code, answer or state.
impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("tool", &self.tool)
            .finish_non_exhaustive()
    }
}

fn principal(context: &RequestContext<RoleServer>) -> Option<String> {
    let parts = context.extensions.get::<http::request::Parts>();
    let of_request = parts.and_then(|parts| parts.extensions.get::<Principal>());
    let principal = of_request.or_else(|| context.extensions.get::<Principal>());
    principal.map(|principal| principal.0.clone())
}

/// Returns a digest of the arguments that does not depend on the order of keys.
fn digest(arguments: Option<&JsonObject>) -> String {
    let canonical = arguments.map_or_else(|| "{}".to_owned(), canonical_json);
    URL_SAFE_NO_PAD.encode(Sha256::digest(canonical))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_differ_by_value_and_not_by_order() {
        let of = |text: &str| digest(Some(&serde_json::from_str(text).unwrap()));
        assert_eq!(
            of(r#"{"a":1,"b":{"c":2,"d":3}}"#),
            of(r#"{"b":{"d":3,"c":2},"a":1}"#)
        );
        let different = [
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"a":[1]}"#,
            r#"{"a":[1,2]}"#,
            r#"{"a":[2,1]}"#,
            r#"{"a":[[1],2]}"#,
            r#"{"a":null}"#,
            r#"{"a":{}}"#,
            r#"{"a":[]}"#,
            r#"{"a":"\"b\":1"}"#,
            "{}",
        ];
        for (i, a) in different.iter().enumerate() {
            for b in &different[i + 1..] {
                assert_ne!(of(a), of(b), "{a} {b}");
            }
        }
        assert_eq!(of("{}"), digest(None));
    }
}
