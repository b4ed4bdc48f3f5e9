//! Telling a client that asked for it how far a call has come.

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::RequestContext,
};

/// Who hears how many of a call's requests are done; nobody, if the request names no token.
#[derive(Debug)]
pub(crate) struct Progress {
    listener: Option<(Peer<RoleServer>, ProgressToken)>,
    done: u32,
    total: u32,
}

impl Progress {
    pub(crate) fn of(call: &RequestContext<RoleServer>) -> Self {
        let token = call.meta.get_progress_token();
        Self {
            listener: token.map(|token| (call.peer.clone(), token)),
            done: 0,
            total: 0,
        }
    }

    /// Says that so many more requests are to come.
    pub(crate) fn expect(&mut self, requests: u32) {
        self.total += requests;
    }

    /// One of them is done: `what` was read.
    pub(crate) async fn step(&mut self, what: &str) {
        self.done += 1;
        let Some((peer, token)) = self.listener.as_ref().filter(|_| self.total > 1) else {
            return;
        };
        let said = ProgressNotificationParam::new(token.clone(), self.done.into())
            .with_total(self.total.max(self.done).into())
            .with_message(format!("Read {what}"));
        // A client that has gone does not hear it; the call ends by itself.
        _ = peer.notify_progress(said).await;
    }
}
