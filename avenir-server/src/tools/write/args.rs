//! The arguments of a tool that writes.

use std::borrow::Cow;

use confirm::Caller;
use rmcp::{
    ErrorData,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
    model::JsonObject,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;

use super::answers::Answering;
use crate::{server::Server, tools::arguments};

/// The arguments of a tool that writes, or the problem with them, and the call.
///
/// This type replaces the one of `confirm`, whose errors do not name the argument. The two types
/// share a name, because rmcp's macro finds a tool's schema by that name.
#[derive(Debug)]
pub(super) struct Parameters<P>(pub(super) Result<P, String>, pub(super) Call);

/// A call of a tool that writes.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) caller: Caller,
    /// The work on the answer that the call brings. `None` if the call does not bring an answer.
    pub(super) answering: Option<Answering>,
}

impl<P: DeserializeOwned> FromContextPart<ToolCallContext<'_, Server>> for Parameters<P> {
    fn from_context_part(call: &mut ToolCallContext<'_, Server>) -> Result<Self, ErrorData> {
        let answers = &call.service.answers;
        let answering = call.request_state.as_deref();
        let answering = answering.map(|state| answers.begin(state));
        let confirm::Parameters(given, caller) =
            confirm::Parameters::<JsonObject>::from_context_part(call)?;
        let call = Call { caller, answering };
        Ok(Self(arguments::read(given), call))
    }
}

impl<P: JsonSchema> JsonSchema for Parameters<P> {
    fn schema_name() -> Cow<'static, str> {
        P::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        confirm::Parameters::<P>::json_schema(generator)
    }
}
