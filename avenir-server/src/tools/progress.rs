//! Progress notifications for a client that asks for them.

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::RequestContext,
};

/// The progress of a call, counted in requests. A call without a progress token does not notify
/// anyone.
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

    /// Adds requests that are still to come.
    pub(crate) fn expect(&mut self, requests: u32) {
        self.total += requests;
    }

    /// Counts one request as done, and notifies the client that `what` was read. A call of a single
    /// request does not send a notification.
    pub(crate) async fn step(&mut self, what: &str) {
        self.done += 1;
        let Some((peer, token)) = self.listener.as_ref().filter(|_| self.total > 1) else {
            return;
        };
        let said = ProgressNotificationParam::new(token.clone(), self.done.into())
            .with_total(self.total.max(self.done).into())
            .with_message(format!("Read {what}"));
        // Ignore the error of a client that has gone, because the call then ends by itself.
        _ = peer.notify_progress(said).await;
    }
}
