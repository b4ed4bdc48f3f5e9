use std::{fmt, sync::Arc};

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
    /// Milliseconds between the question and the answer, as far as there was a question.
    pub latency_ms: Option<u64>,
}

/// Hears of every decision. See [`GateBuilder::on_decision`](crate::GateBuilder::on_decision).
#[derive(Clone)]
pub(super) struct Listener(pub(super) Arc<dyn Fn(&Decision) + Send + Sync>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

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

    pub(super) fn is_about<S: Subject>(&mut self, gate: &Gate, change: &Unconfirmed<S>) {
        self.change = Some(if change.preview.is_sensitive() {
            gate.keyed_id(change.fingerprint.to_string())
        } else {
            change.fingerprint.to_string()
        });
    }

    pub(super) fn answers(&mut self, route: Route, pending: &Pending) {
        self.route = Some(route);
        self.confirmation = Some(pending.id.clone());
        let latency = pending.latency(route);
        self.latency_ms = u64::try_from(latency.as_millis()).ok();
    }

    pub(super) fn confirmed(&mut self, evidence: &Evidence) {
        self.outcome = Outcome::Confirmed;
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
        if let Some(Listener(listener)) = self.listener() {
            listener(decision);
        }
    }
}
