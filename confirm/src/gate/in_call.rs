//! Asking during the call (revisions before 2026-07-28).

use std::time::Duration;

use rmcp::{
    model::{
        ClientResult, ElicitRequest, ElicitRequestParams, ElicitationAction, ElicitationSchema,
        ErrorCode, ServerRequest,
    },
    service::{PeerRequestOptions, ServiceError},
};
use serde_json::json;

use super::{
    Gate,
    answer::{self, Answer, FIELD},
    texts,
};
use crate::tool::Caller;

/// What came of a question.
#[derive(Debug)]
pub(super) enum Heard {
    /// The client answered.
    Answer(Answer),
    /// The client failed to ask.
    NotAsked,
    /// The deadline passed. What is answered later is not heard.
    Expired,
    /// The call was cancelled, or the client has gone.
    Cancelled,
}

impl Gate {
    /// Puts the question and waits, until the deadline at the latest.
    pub(super) async fn ask_in_call(&self, caller: &Caller, message: String) -> Heard {
        let question = ServerRequest::ElicitRequest(ElicitRequest::new(form(message)));
        let sent = caller
            .peer()
            .send_cancellable_request(question, PeerRequestOptions::no_options())
            .await;
        let Ok(mut handle) = sent else {
            return Heard::NotAsked;
        };
        let deadline = self.settings().deadline;
        // Cancellation first: a yes and a cancel that arrive together write nothing.
        let heard = tokio::select! {
            biased;
            () = caller.cancelled() => Heard::Cancelled,
            () = self.0.closing.cancelled() => Heard::Cancelled,
            reply = &mut handle.rx => return reply.map_or(Heard::NotAsked, read),
            () = tokio::time::sleep(deadline) => Heard::Expired,
        };
        // Dropping the request would leave the client's dialogue open.
        let withdrawn = handle.cancel(Some(texts::WITHDRAWN.to_owned()));
        _ = tokio::time::timeout(Duration::from_secs(1), withdrawn).await;
        heard
    }
}

fn read(reply: Result<ClientResult, ServiceError>) -> Heard {
    match reply {
        Ok(ClientResult::ElicitResult(result)) => {
            let action = match result.action {
                ElicitationAction::Accept => "accept",
                ElicitationAction::Decline => "decline",
                ElicitationAction::Cancel => "cancel",
                _ => "unknown",
            };
            let reply = json!({"action": action, "content": result.content});
            Heard::Answer(answer::read(&reply))
        }
        // The SDK reads a result with an unknown action as one of another kind.
        Ok(_) => Heard::Answer(Answer::Malformed),
        // A client that declares forms and has no such method cannot show one.
        Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => {
            Heard::Answer(Answer::Dismissed)
        }
        Err(_) => Heard::NotAsked,
    }
}

/// The form: one required boolean, so that it is never empty, and no default.
pub(super) fn form(message: String) -> ElicitRequestParams {
    // Built by hand: a schema made from a Rust type would send its name and doc comment.
    let requested_schema = ElicitationSchema::builder()
        .required_bool_with(FIELD, |field| {
            field
                .title(texts::FORM_TITLE)
                .description(texts::FORM_DESCRIPTION)
        })
        .build()
        .expect("the one required field is there");
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message,
        requested_schema,
    }
}
