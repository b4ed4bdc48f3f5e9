use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::RequestContext,
};

/// A handle that reports the progress of a call to a client that asked for it. While a question
/// waits, the gate uses the same counter to tell the client that the call goes on.
///
/// [`Caller::progress`](crate::Caller::progress) returns it. If the request has no progress token,
/// nothing is sent.
#[derive(Clone, Debug)]
pub struct Progress {
    listener: Option<(Peer<RoleServer>, ProgressToken)>,
    done: Arc<AtomicU32>,
}

impl Progress {
    pub(super) fn of(call: &RequestContext<RoleServer>) -> Self {
        let token = call.meta.get_progress_token();
        Self {
            listener: token.map(|token| (call.peer.clone(), token)),
            done: Arc::default(),
        }
    }

    /// Reports that one more step is done. `what` names the step and must hold no value of the
    /// change.
    pub async fn step(&self, what: &str) {
        // Ignore a failed send: the client has gone, and the call ends by itself.
        _ = self.send(Some(what)).await;
    }

    /// Reports that the call goes on. Returns false if the client has gone.
    pub(crate) async fn goes_on(&self) -> bool {
        self.send(None).await
    }

    async fn send(&self, what: Option<&str>) -> bool {
        let Some((peer, token)) = &self.listener else {
            return true;
        };
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let mut note = ProgressNotificationParam::new(token.clone(), f64::from(done));
        note.message = what.map(str::to_owned);
        peer.notify_progress(note).await.is_ok()
    }
}
