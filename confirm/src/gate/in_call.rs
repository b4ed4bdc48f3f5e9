//! Asks during the call (revisions before 2026-07-28).

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
    /// Sends the question and waits for the answer, at most until the deadline. A later answer is
    /// ignored.
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
        // Check for cancellation first: if a yes and a cancel arrive together, nothing is written.
        let why = tokio::select! {
            biased;
            () = caller.cancelled() => Outcome::Cancelled,
            // The client has gone. Withdrawing the question would only wait for a second.
            () = self.0.closing.cancelled() => return Err(Outcome::Cancelled),
            reply = &mut handle.rx => return reply.map_or(Err(Outcome::NotAsked), read),
            () = deadline => Outcome::Expired,
            () = keep_alive(caller) => Outcome::Cancelled,
        };
        // Withdraw the question: dropping the request would leave the client's dialog open.
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
        // The SDK passes on a reply that it cannot read, such as one with another action, as a
        // custom result. Read it only for the log: it does not answer a form.
        Ok(ClientResult::CustomResult(other)) => {
            _ = answer::read(&other.0);
            Ok(Answer::Malformed)
        }
        Ok(_) => Ok(Answer::Malformed),
        // A client that declares forms but does not know the method cannot show one.
        Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => {
            Ok(Answer::Dismissed)
        }
        Err(_) => Err(Outcome::NotAsked),
    }
}

/// Tells the client that the call goes on, if it gave a progress token, so that it does not give up
/// before the deadline. Returns when the client has gone.
async fn keep_alive(caller: &Caller) {
    let progress = caller.progress();
    let mut ticks = tokio::time::interval(KEEP_ALIVE);
    // The first tick completes at once.
    ticks.tick().await;
    loop {
        ticks.tick().await;
        if !progress.goes_on().await {
            return;
        }
    }
}

impl Gate {
    /// Makes the form: one required boolean without a default, so that an accepted form is never
    /// empty.
    pub(super) fn form(&self, message: String) -> ElicitRequestParams {
        // Build it by hand: a schema made from a Rust type would send the type's name and doc
        // comment.
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
