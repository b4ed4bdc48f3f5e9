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
    Gate, Outcome,
    answer::{self, Answer, FIELD},
    bounds::KEEP_ALIVE,
    texts,
};
use crate::tool::Caller;

impl Gate {
    /// Puts the question and waits for the answer, until the deadline at the latest: what is
    /// answered later is not heard.
    pub(super) async fn ask_in_call(
        &self,
        caller: &Caller,
        message: String,
    ) -> Result<Answer, Outcome> {
        let question = ServerRequest::ElicitRequest(ElicitRequest::new(self.form(message)));
        let sent = caller
            .peer()
            .send_cancellable_request(question, PeerRequestOptions::no_options())
            .await;
        let Ok(mut handle) = sent else {
            return Err(Outcome::NotAsked);
        };
        let deadline = tokio::time::sleep(self.settings().deadline);
        // Cancellation first: a yes and a cancel that arrive together write nothing.
        let why = tokio::select! {
            biased;
            () = caller.cancelled() => Outcome::Cancelled,
            // There is nobody left to withdraw it from, and waiting for that would take a second.
            () = self.0.closing.cancelled() => return Err(Outcome::Cancelled),
            reply = &mut handle.rx => return reply.map_or(Err(Outcome::NotAsked), read),
            () = deadline => Outcome::Expired,
            () = keep_alive(caller) => Outcome::Cancelled,
        };
        // Dropping the request would leave the client's dialogue open.
        let withdrawn = handle.cancel(Some(texts::WITHDRAWN.to_owned()));
        _ = tokio::time::timeout(Duration::from_secs(1), withdrawn).await;
        Err(why)
    }
}

fn read(reply: Result<ClientResult, ServiceError>) -> Result<Answer, Outcome> {
    match reply {
        Ok(ClientResult::ElicitResult(result)) => {
            let action = match result.action {
                ElicitationAction::Accept => "accept",
                ElicitationAction::Decline => "decline",
                ElicitationAction::Cancel => "cancel",
                _ => "unknown",
            };
            let reply = json!({"action": action, "content": result.content});
            Ok(answer::read(&reply))
        }
        // So comes what the SDK cannot read, such as another action. It is read for the log only:
        // whatever it says, it is no answer to a form.
        Ok(ClientResult::CustomResult(other)) => {
            _ = answer::read(&other.0);
            Ok(Answer::Malformed)
        }
        Ok(_) => Ok(Answer::Malformed),
        // A client that declares forms and has no such method cannot show one.
        Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => {
            Ok(Answer::Dismissed)
        }
        Err(_) => Err(Outcome::NotAsked),
    }
}

/// Tells a client that gave a token for it that the call goes on, so that it does not give up
/// before our deadline. Ends when the client has gone.
async fn keep_alive(caller: &Caller) {
    let progress = caller.progress();
    let mut ticks = tokio::time::interval(KEEP_ALIVE);
    // The first tick is at once.
    ticks.tick().await;
    loop {
        ticks.tick().await;
        if !progress.goes_on().await {
            return;
        }
    }
}

impl Gate {
    /// Makes the form: one required boolean, so that it is never empty, and no default.
    pub(super) fn form(&self, message: String) -> ElicitRequestParams {
        // Built by hand: a schema made from a Rust type would send its name and doc comment.
        let requested_schema = ElicitationSchema::builder()
            .required_bool_with(FIELD, |field| {
                field
                    .title(self.translate(texts::FORM_TITLE))
                    .description(self.translate(texts::FORM_DESCRIPTION))
            })
            .build()
            .expect("the one required field is there");
        ElicitRequestParams::FormElicitationParams {
            meta: None,
            message,
            requested_schema,
        }
    }
}
