//! The flow of one call: from a proposal to a person's yes, or to the reason why nobody agreed.
//!
//! 1. [`Asking::run`] chooses the route by the tier, the client and the settings.
//! 2. A call with a code goes to `redeem_code`, which spends the code, proposes again and compares.
//! 3. A call with an answer to an earlier question goes to `resolve_answer`, with the question that its
//!    state names.
//! 4. Every other call goes to `ask_new`. `prepare` proposes, renders the message, and stops if the same
//!    change was declined a moment ago. Then the question is sent, or a code is issued, or the tier or
//!    the client's own dialog confirms the change without a question of ours.
//! 5. During a call the answer goes to `resolve_answer` at once. A yes holds only if a new proposal is
//!    still what was shown.
//! 6. `report` and `Drop` report exactly one decision for each question.

use super::{
    Evidence, Gate, Outcome, Route,
    answer::{self, Answer},
    decision::Decision,
    pending::{Binding, Pending},
    questions::Times,
    round_trip::Missing,
    route,
};
use crate::{
    Subject, Tier, Unconfirmed,
    tool::{Caller, Message, Stop},
};

/// One call, and the decision that it still has to report.
pub(super) struct Asking<'a, P> {
    gate: &'a Gate,
    caller: &'a Caller,
    binding: Binding<'a>,
    propose: P,
    decision: Decision,
    owes: Owes,
}

/// Whether this call still has to report a decision.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owes {
    /// A decision about the call. It is reported only if the call ends.
    Call,
    /// A decision about an answer that was taken. It is reported even if the call is dropped.
    Answer,
    Nothing,
}

type Agreed<S> = Result<(Unconfirmed<S>, Evidence), Stop>;

impl<'a, P> Asking<'a, P> {
    pub(super) fn new<S: Subject>(gate: &'a Gate, caller: &'a Caller, propose: P) -> Self {
        Self {
            gate,
            caller,
            binding: caller.binding(S::KIND),
            propose,
            decision: Decision::new::<S>(),
            owes: Owes::Call,
        }
    }

    /// Reports the outcome of the call, once.
    pub(super) fn report<S>(&mut self, agreed: &Agreed<S>) {
        match agreed {
            Ok((_, evidence)) => self.decision.confirmed(evidence),
            Err(stop) => self.decision.outcome = stop.outcome(),
        }
        self.report_once();
    }

    fn report_once(&mut self) {
        if std::mem::replace(&mut self.owes, Owes::Nothing) != Owes::Nothing {
            self.gate.report(&self.decision);
        }
    }

    /// Records that the answer to a question was taken, so the question is no longer open. Returns
    /// false if the question had already ended: its decision was reported, and no answer confirms
    /// it.
    #[must_use]
    fn answered(&mut self, route: Route, pending: &Pending) -> bool {
        let was_open = self.gate.answered(route, pending);
        self.decision.answered(self.gate, route, pending);
        self.owes = if was_open {
            Owes::Answer
        } else {
            Owes::Nothing
        };
        was_open
    }

    /// Reports how the question ended, and starts a new decision for the rest of the call.
    fn ended<S: Subject>(&mut self, outcome: Outcome) {
        self.decision.outcome = outcome;
        self.report_once();
        self.decision = Decision::new::<S>();
        self.owes = Owes::Call;
    }
}

/// Reports an answer that was taken if its call is dropped.
impl<P> Drop for Asking<'_, P> {
    fn drop(&mut self) {
        if self.owes == Owes::Answer {
            self.decision.outcome = Outcome::Lost;
            self.gate.report(&self.decision);
        }
    }
}

/// A question during a call. It ends as lost if the call is dropped before the answer.
struct InCall<'a> {
    gate: &'a Gate,
    id: &'a str,
}

impl Drop for InCall<'_> {
    fn drop(&mut self) {
        let (gate, id) = (self.gate, self.id);
        // An answered question is no longer open, so it ends nothing.
        if let Some(lost) = gate.0.questions.end(id, Outcome::Lost, gate.now()) {
            gate.report(&lost);
        }
    }
}

impl<S, F, P> Asking<'_, P>
where
    S: Subject,
    F: Future<Output = Result<Unconfirmed<S>, Stop>>,
    P: Fn() -> F,
{
    pub(super) async fn run(&mut self) -> Agreed<S> {
        let (caller, settings) = (self.caller, self.gate.settings());
        let can_ask = caller.can_ask()?;
        let route = route::route(S::TIER, can_ask, caller.takes_codes(), settings);
        let asks = matches!(S::TIER, Tier::Confirm | Tier::Handoff);
        if let Some(code) = caller.code().filter(|_| asks) {
            return self.redeem_code(code).await;
        }
        let route = route.map_err(|outcome| self.gate.stop(outcome))?;
        if caller.is_retry() && asks {
            let pending = match self.gate.retried(&self.binding, caller.state()).await {
                Ok(pending) => pending,
                Err(missing) => return Err(self.missing(missing)),
            };
            if !self.answered(Route::RoundTrip, &pending) {
                return Err(self.gate.stop(Outcome::Lost));
            }
            if let Some(reply) = caller.reply() {
                let response = Ok(answer::read(reply));
                return self
                    .resolve_answer(Route::RoundTrip, &pending, response)
                    .await;
            }
            // No answer to this question came with the state: ask again, with a fresh state.
            self.ended::<S>(Outcome::Dismissed);
        }
        self.ask_new(route).await
    }

    /// Returns the reply to an answer whose question cannot be found.
    fn missing(&mut self, missing: Missing) -> Stop {
        let (id, ended) = match missing {
            Missing::Invalid => return Stop::bad_state(),
            Missing::Failed(stop) => return stop,
            Missing::Ended { id, ended } => (id, ended),
        };
        let outcome = ended.outcome;
        self.decision.has_ended(&id, ended);
        match outcome {
            Outcome::Expired | Outcome::Lost => self.gate.stop(outcome),
            _ => Stop::used_state(id),
        }
    }

    /// Runs a call that brings no answer.
    async fn ask_new(&mut self, route: Route) -> Agreed<S> {
        let gate = self.gate;
        let (change, pending, message) = self.prepare(route).await?;
        match route {
            Route::Auto | Route::ClientHint => {
                let evidence = pending.evidence(gate, route, &change);
                Ok((change, evidence))
            }
            Route::Code => Err(self.issue_code(&pending, &message).await),
            Route::RoundTrip => {
                let question = gate.question(&self.binding, &pending, message.user).await?;
                gate.track(self.caller.principal(), &self.decision, pending.times());
                Err(Stop::question(question))
            }
            Route::InCall => {
                // Keep nothing of the proposal while the question is open, except what was shown.
                drop(change);
                // The call ends the question, so other calls must not report it as expired.
                let times = Times {
                    expires: u64::MAX,
                    ..pending.times()
                };
                gate.track_in_call(self.caller.principal(), &self.decision, times);
                let question = InCall {
                    gate,
                    id: &pending.id,
                };
                let response = gate.ask_in_call(self.caller, message.user).await;
                let was_open = self.answered(route, &pending);
                drop(question);
                if !was_open {
                    return Err(gate.stop(Outcome::Lost));
                }
                let response = match response {
                    Ok(Answer::Declined) if self.is_instant(&pending) => Err(Outcome::NotAsked),
                    other => other,
                };
                self.resolve_answer(route, &pending, response).await
            }
        }
    }

    /// Runs the proposal and renders its message, unless the same change was declined a moment ago.
    async fn prepare(&mut self, route: Route) -> Result<(Unconfirmed<S>, Pending, Message), Stop> {
        let gate = self.gate;
        let change = self.propose().await?;
        let message = gate.message(&change);
        let pending = Pending::new(gate, &change, &message);
        self.decision.asks(route, &pending);
        if route != Route::Auto && gate.0.cool_down.holds(&self.binding, pending.fingerprint()) {
            return Err(gate.stop(Outcome::CoolingDown));
        }
        Ok((change, pending, message))
    }

    /// Acts on an answer. A yes holds only if `propose` still returns what was shown.
    async fn resolve_answer(
        &mut self,
        route: Route,
        pending: &Pending,
        response: Result<Answer, Outcome>,
    ) -> Agreed<S> {
        let gate = self.gate;
        let outcome = match response {
            Ok(Answer::Yes) if self.is_declined(pending) => Outcome::CoolingDown,
            Ok(Answer::Yes) => {
                let change = self.propose().await?;
                if pending.is_about(&change) {
                    let evidence = pending.evidence(gate, route, &change);
                    return Ok((change, evidence));
                }
                return Err(gate.changed(pending, &change));
            }
            Ok(Answer::Dismissed) if self.takes_codes(S::TIER) => {
                // A dismissal is not a decline, so hand out a code.
                self.ended::<S>(Outcome::Dismissed);
                let (_, pending, message) = self.prepare(Route::Code).await?;
                return Err(self.issue_code(&pending, &message).await);
            }
            Ok(Answer::Dismissed) => Outcome::Dismissed,
            Ok(Answer::Unticked) => Outcome::Unticked,
            Ok(Answer::Declined) => Outcome::Declined,
            Ok(Answer::Malformed) => Outcome::Malformed,
            Err(outcome) => outcome,
        };
        if matches!(outcome, Outcome::Unticked | Outcome::Declined) {
            let settings = gate.settings();
            let cool_down = &gate.0.cool_down;
            cool_down.start(
                &self.binding,
                pending.fingerprint(),
                settings,
                gate.moment(),
            );
        }
        Err(gate.stop(outcome))
    }

    /// Redeems a code. The code is spent first, so it cannot be tried twice, whatever the result.
    async fn redeem_code(&mut self, code: &str) -> Agreed<S> {
        let gate = self.gate;
        if !self.takes_codes(S::TIER) {
            return Err(gate.stop(Outcome::CodesDisabled));
        }
        if self.caller.is_retry() {
            return Err(gate.stop(Outcome::CodeAndAnswer));
        }
        let refused = || gate.stop(Outcome::CodeRefused);
        let pending = gate.redeem(&self.binding, code).await?;
        let pending = pending.ok_or_else(refused)?;
        if !self.answered(Route::Code, &pending) {
            return Err(refused());
        }
        if self.is_declined(&pending) {
            return Err(gate.stop(Outcome::CoolingDown));
        }
        let change = self.propose().await?;
        if !pending.is_about(&change) {
            return Err(refused());
        }
        let evidence = pending.evidence(gate, Route::Code, &change);
        Ok((change, evidence))
    }

    async fn propose(&self) -> Result<Unconfirmed<S>, Stop> {
        let mut change = (self.propose)().await?;
        self.gate.disclose(&mut change);
        Ok(change)
    }

    /// Issues a code for the pending question, and returns the reply that hands it out.
    async fn issue_code(&self, pending: &Pending, message: &Message) -> Stop {
        let gate = self.gate;
        match gate.issue(&self.binding, pending).await {
            Ok(code) => {
                gate.track(self.caller.principal(), &self.decision, pending.times());
                gate.with_code(message, code)
            }
            Err(stop) => stop,
        }
    }

    fn takes_codes(&self, tier: Tier) -> bool {
        route::takes_codes(tier, self.caller.takes_codes(), self.gate.settings())
    }

    /// Returns whether the person declined the same change after this question was asked.
    fn is_declined(&self, pending: &Pending) -> bool {
        self.gate.0.cool_down.answered(&self.binding, pending)
    }

    fn is_instant(&self, pending: &Pending) -> bool {
        pending.waited() < self.gate.settings().instant_decline
    }
}
