use serde::Serialize;

use super::{
    Evidence, Gate, Inner, Outcome, Route,
    pending::Pending,
    questions::{Ended, Times},
};
use crate::{Subject, Unconfirmed};

/// A decision about one change, for an audit. There is one for changes that were not written, too.
///
/// It holds no value of the change, no code and no state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Decision {
    /// [`Subject::KIND`].
    pub kind: &'static str,
    /// The fingerprint of the change. For a sensitive subject this is an HMAC of the fingerprint
    /// under the gate's key, because anyone who guesses the change could recompute the fingerprint.
    /// The `tracing` event has an HMAC for every subject. `None` if the call ended before a change
    /// was proposed.
    pub change: Option<String>,
    /// The confirmation's id, as in [`Evidence::id`].
    pub confirmation: Option<String>,
    /// The route that was taken. `None` if the call ended before one was chosen.
    pub route: Option<Route>,
    /// The outcome.
    pub outcome: Outcome,
    /// Milliseconds from the question to its answer, or until the question was given up. `None` if
    /// the question was sent and its answer comes with another call.
    pub latency_ms: Option<u64>,
}

/// A listener that is called with every decision. See
/// [`GateBuilder::on_decision`](crate::GateBuilder::on_decision).
pub(super) type Listener = Box<dyn Fn(&Decision) + Send + Sync>;

impl Decision {
    pub(super) fn new<S: Subject>() -> Self {
        Self {
            kind: S::KIND,
            change: None,
            confirmation: None,
            route: None,
            outcome: Outcome::Failed,
            latency_ms: None,
        }
    }

    /// Records the question or code that is sent.
    pub(super) fn asks(&mut self, route: Route, pending: &Pending) {
        self.route = Some(route);
        self.change = Some(pending.change.clone());
        self.confirmation = Some(pending.id.clone());
        self.latency_ms = None;
    }

    /// Records that a question was answered, whatever the answer.
    pub(super) fn answered(&mut self, gate: &Gate, route: Route, pending: &Pending) {
        self.asks(route, pending);
        let latency = pending.latency(gate, route);
        self.latency_ms = u64::try_from(latency.as_millis()).ok();
    }

    /// Records that a question had ended before its answer came.
    pub(super) fn has_ended(&mut self, id: &str, ended: Ended) {
        self.route = Some(Route::RoundTrip);
        self.confirmation = Some(id.to_owned());
        self.change = ended.change;
        self.latency_ms = ended.stood_ms;
    }

    /// Records a yes, with the latency of its evidence.
    pub(super) fn confirmed(&mut self, evidence: &Evidence) {
        self.outcome = Outcome::Agreed;
        self.latency_ms = u64::try_from(evidence.latency.as_millis()).ok();
    }
}

impl Gate {
    /// Returns the id of a change in its decision.
    pub(super) fn name_of<S: Subject>(&self, change: &Unconfirmed<S>) -> String {
        let fingerprint = change.fingerprint.to_string();
        if change.preview.is_sensitive() {
            self.keyed_id(fingerprint)
        } else {
            fingerprint
        }
    }

    /// Tracks a question that waits between two calls, or a code.
    pub(super) fn track(&self, principal: Option<&str>, decision: &Decision, times: Times) {
        // In a shared store another process may answer it, so do not track it.
        if !self.0.store.is_shared() {
            self.track_in_call(principal, decision, times);
        }
    }

    /// Tracks a question that is answered during its call.
    pub(super) fn track_in_call(&self, principal: Option<&str>, decision: &Decision, times: Times) {
        if let Some(lost) = self.0.questions.ask(principal, decision, times) {
            self.report(&lost);
        }
    }

    /// Records that an answer was taken. Returns false if its question had already ended.
    ///
    /// This gate tracks every question that it asked, unless the store is shared. So a question of
    /// its own that is not open has ended, however long ago.
    pub(super) fn answered(&self, route: Route, pending: &Pending) -> bool {
        let was_open = self.0.questions.answered(&pending.id);
        let is_tracked = route == Route::InCall || !self.0.store.is_shared();
        was_open || !(is_tracked && pending.is_of(self))
    }

    /// Reports the questions that were not answered in time.
    pub(super) fn report_expired(&self) {
        for expired in self.0.questions.expire(self.now()) {
            self.report(&expired);
        }
    }

    /// Gives up every open question, and reports each as [`Outcome::Lost`]. Nothing is confirmed
    /// from then on. Call it when the server stops; dropping the last clone of the gate does the
    /// same.
    pub fn close(&self) {
        self.0.closing.cancel();
        self.report_expired();
        for lost in self.0.questions.lose_all(self.now()) {
            self.report(&lost);
        }
    }

    pub(super) fn report(&self, decision: &Decision) {
        self.0.report(decision);
    }
}

impl Inner {
    /// Emits one `tracing` event for a decision, and calls the listener.
    pub(super) fn report(&self, decision: &Decision) {
        // Key the id even if it is an HMAC already: people who read the log could guess a change
        // and recompute its fingerprint.
        let change = decision.change.as_ref();
        let change = change.map(|change| self.keyed_id(format!("log {change}")));
        tracing::info!(
            kind = decision.kind,
            change,
            confirmation = decision.confirmation,
            route = decision.route.map(Route::as_str),
            outcome = decision.outcome.as_str(),
            latency_ms = decision.latency_ms,
            "decision"
        );
        if let Some(listener) = &self.listener {
            listener(decision);
        }
    }
}
