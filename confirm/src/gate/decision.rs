use serde::Serialize;

use super::{Evidence, Gate, Outcome, Route, pending::Pending};
use crate::{Subject, Unconfirmed};

/// One decision about one change, for an audit: also of those that wrote nothing.
///
/// It holds no value of the change, no code and no state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Decision {
    /// [`Subject::KIND`].
    pub kind: &'static str,
    /// What names the change: its fingerprint. Of a sensitive subject it is an id that only this
    /// gate's key makes out of the fingerprint, since who guesses the change could recompute the
    /// fingerprint itself. None if it did not come so far that there was a change.
    pub change: Option<String>,
    /// The confirmation's id, as in [`Evidence::id`].
    pub confirmation: Option<String>,
    /// The way that was taken. None if it did not come so far.
    pub route: Option<Route>,
    /// What came of it.
    pub outcome: Outcome,
    /// Milliseconds from the question to its answer, or until it was given up. None where a question
    /// went out and its answer comes with another call.
    pub latency_ms: Option<u64>,
}

/// Hears of every decision. See [`GateBuilder::on_decision`](crate::GateBuilder::on_decision).
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

    pub(super) fn names<S: Subject>(&mut self, gate: &Gate, change: &Unconfirmed<S>) {
        self.change = Some(if change.preview.is_sensitive() {
            gate.keyed_id(change.fingerprint.to_string())
        } else {
            change.fingerprint.to_string()
        });
    }

    /// A question, or a code, goes out.
    pub(super) fn asks(&mut self, route: Route, pending: &Pending) {
        self.route = Some(route);
        self.confirmation = Some(pending.id.clone());
        self.latency_ms = None;
    }

    /// Its answer came, whatever it says.
    pub(super) fn answered(&mut self, route: Route, pending: &Pending) {
        self.asks(route, pending);
        let latency = pending.latency(route);
        self.latency_ms = u64::try_from(latency.as_millis()).ok();
    }

    pub(super) fn confirmed(&mut self, evidence: &Evidence) {
        self.outcome = Outcome::Agreed;
        self.confirmation = Some(evidence.id.clone());
        self.route = Some(evidence.route);
        self.latency_ms = u64::try_from(evidence.latency.as_millis()).ok();
    }
}

impl Gate {
    /// One event a decision, and the listener hears of it.
    pub(super) fn report(&self, decision: &Decision) {
        tracing::info!(
            kind = decision.kind,
            change = decision.change,
            confirmation = decision.confirmation,
            route = decision.route.map(Route::as_str),
            outcome = decision.outcome.as_str(),
            latency_ms = decision.latency_ms,
            "decision"
        );
        if let Some(listener) = &self.0.listener {
            listener(decision);
        }
    }
}
