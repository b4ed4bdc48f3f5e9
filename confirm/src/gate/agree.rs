//! From a proposal to a person's yes, or to the reason why not.

use super::{
    Evidence, Gate, Outcome, Route,
    answer::{self, Answer},
    decision::Decision,
    pending::Pending,
    questions::Times,
    round_trip::Missing,
    route,
};
use crate::{
    Subject, Tier, Unconfirmed,
    tool::{Caller, Said, Stop},
};

/// One question, from the call to what came of it.
pub(super) struct Asking<'a, P> {
    gate: &'a Gate,
    caller: &'a Caller,
    propose: P,
    decision: Decision,
    owes: Owes,
}

/// Which decision this call still owes to its listeners.
#[derive(Clone, Copy)]
enum Owes {
    /// One about the call.
    Call,
    /// One about a question that is open during this call.
    Question,
    /// One about an answer that was taken.
    Answer,
    /// One that a question went out, which is open from then on.
    Asked(Times),
    /// None: it was reported already.
    Nothing,
}

type Agreed<S> = Result<(Unconfirmed<S>, Evidence), Stop>;

impl<'a, P> Asking<'a, P> {
    pub(super) fn new<S: Subject>(gate: &'a Gate, caller: &'a Caller, propose: P) -> Self {
        Self {
            gate,
            caller,
            propose,
            decision: Decision::new::<S>(),
            owes: Owes::Call,
        }
    }

    /// Reports what came of the call, once.
    pub(super) fn report<S>(&mut self, agreed: &Agreed<S>) {
        match agreed {
            Ok((_, evidence)) => self.decision.confirmed(evidence),
            Err(stop) => self.decision.outcome = stop.outcome(),
        }
        self.settle();
    }

    fn settle(&mut self) {
        match std::mem::replace(&mut self.owes, Owes::Nothing) {
            Owes::Nothing => return,
            Owes::Asked(times) => {
                self.gate.report(&self.decision);
                self.gate.track(&self.decision, times);
                return;
            }
            Owes::Call | Owes::Question | Owes::Answer => {}
        }
        self.gate.report(&self.decision);
    }

    /// Notes that the answer to a question is here, which is no longer open. Returns false if the
    /// question has ended by itself: its decision was reported, and nothing is confirmed by it.
    #[must_use]
    fn answered(&mut self, route: Route, pending: &Pending) -> bool {
        let was_open = self.gate.0.questions.answered(&pending.id);
        self.decision.answered(self.gate, route, pending);
        self.owes = if was_open {
            Owes::Answer
        } else {
            Owes::Nothing
        };
        was_open
    }

    /// Reports how the question ended, and goes on to another one.
    fn ended(&mut self, outcome: Outcome) {
        self.decision.outcome = outcome;
        self.settle();
        self.decision.goes_on();
        self.owes = Owes::Call;
    }
}

/// A call that is dropped after its question went out, or after its answer was taken, has a decision
/// too.
impl<P> Drop for Asking<'_, P> {
    fn drop(&mut self) {
        let (gate, decision) = (self.gate, &mut self.decision);
        match self.owes {
            Owes::Question => {
                let id = decision.confirmation.as_deref().unwrap_or_default();
                if let Some(lost) = gate.0.questions.end(id, Outcome::Lost, gate.now()) {
                    gate.report(&lost);
                }
            }
            Owes::Answer => {
                decision.outcome = Outcome::Lost;
                gate.report(decision);
            }
            Owes::Call | Owes::Asked(_) | Owes::Nothing => {}
        }
    }
}

impl<S, F, P> Asking<'_, P>
where
    S: Subject,
    F: Future<Output = Result<Unconfirmed<S>, Stop>>,
    P: Fn() -> F,
{
    pub(super) async fn agree(&mut self) -> Agreed<S> {
        let (caller, settings) = (self.caller, self.gate.settings());
        let can_ask = caller.can_ask()?;
        let way = route::route(S::TIER, can_ask, caller.takes_codes(), settings);
        let asks = matches!(S::TIER, Tier::Confirm | Tier::Handoff);
        if let Some(code) = caller.code().filter(|_| asks) {
            return self.by_code(code).await;
        }
        let route = way.map_err(|outcome| self.gate.stop(outcome))?;
        if caller.is_retry() && asks {
            let binding = caller.binding(S::KIND);
            let pending = match self.gate.retried(&binding, caller.state()).await {
                Ok(pending) => pending,
                Err(missing) => return Err(self.missing(missing)),
            };
            if !self.answered(Route::RoundTrip, &pending) {
                return Err(self.gate.stop(Outcome::Lost));
            }
            if let Some(reply) = caller.reply() {
                let heard = Ok(answer::read(reply));
                return self.after(Route::RoundTrip, &pending, heard).await;
            }
            // No answer to our question came with it: it is asked again, with a fresh state.
            self.ended(Outcome::Dismissed);
        }
        self.afresh(route).await
    }

    /// The reply to an answer whose question is not there.
    fn missing(&mut self, missing: Missing) -> Stop {
        let (id, ended) = match missing {
            Missing::Invalid => return Stop::bad_state(),
            Missing::Failed(stop) => return stop,
            Missing::Ended { id, ended } => (id, ended),
        };
        let outcome = ended.outcome;
        self.decision.has_ended(&id, ended);
        match outcome {
            Outcome::Expired => self.gate.stop(Outcome::Expired),
            outcome => Stop::ended_state(&id, outcome),
        }
    }

    /// A call that answers nothing yet.
    async fn afresh(&mut self, route: Route) -> Agreed<S> {
        let gate = self.gate;
        let binding = self.caller.binding(S::KIND);
        let change = self.propose().await?;
        let message = gate.message(&change);
        let pending = Pending::new(gate, &change, &message);
        self.decision.asks(route, &pending);
        if route != Route::Auto && gate.0.cool_down.holds(&binding, pending.fingerprint()) {
            return Err(gate.stop(Outcome::CoolingDown));
        }
        match route {
            Route::Auto | Route::ClientHint => {
                let evidence = pending.evidence(gate, route, &change);
                Ok((change, evidence))
            }
            Route::Code => Err(self.hand_out(&pending, &message).await),
            Route::RoundTrip => {
                let question = gate.question(&binding, &pending, message.person).await?;
                self.owes = Owes::Asked(pending.times());
                Err(Stop::question(question))
            }
            Route::InCall => {
                // Nothing of the proposal outlives the question but what was shown of it.
                drop(change);
                self.owes = Owes::Question;
                // This call ends the question, whatever the lifetime of others is.
                let times = Times {
                    expires: u64::MAX,
                    ..pending.times()
                };
                gate.track_in_call(&self.decision, times);
                let heard = gate.ask_in_call(self.caller, message.person).await;
                if !self.answered(route, &pending) {
                    return Err(gate.stop(Outcome::Lost));
                }
                let heard = match heard {
                    Ok(Answer::Declined) if self.is_instant(&pending) => Err(Outcome::NotAsked),
                    other => other,
                };
                self.after(route, &pending, heard).await
            }
        }
    }

    /// After the answer: a yes holds only if `propose` still works out what was shown.
    async fn after(
        &mut self,
        route: Route,
        pending: &Pending,
        heard: Result<Answer, Outcome>,
    ) -> Agreed<S> {
        let gate = self.gate;
        let outcome = match heard {
            Ok(Answer::Yes) if self.is_declined(pending) => Outcome::CoolingDown,
            Ok(Answer::Yes) => {
                let change = self.propose().await?;
                if pending.is_about(&change) {
                    let evidence = pending.evidence(gate, route, &change);
                    return Ok((change, evidence));
                }
                return Err(gate.changed(pending, &gate.message(&change)));
            }
            Ok(Answer::Dismissed) if self.takes_codes(S::TIER) => {
                // Nobody said no.
                self.ended(Outcome::Dismissed);
                let change = self.propose().await?;
                let message = gate.message(&change);
                let pending = Pending::new(gate, &change, &message);
                let binding = self.caller.binding(S::KIND);
                if gate.0.cool_down.holds(&binding, pending.fingerprint()) {
                    return Err(gate.stop(Outcome::CoolingDown));
                }
                return Err(self.hand_out(&pending, &message).await);
            }
            Ok(Answer::Dismissed) => Outcome::Dismissed,
            Ok(Answer::Unticked) => Outcome::Unticked,
            Ok(Answer::Declined) => Outcome::Declined,
            Ok(Answer::Malformed) => Outcome::Malformed,
            Err(outcome) => outcome,
        };
        if matches!(outcome, Outcome::Unticked | Outcome::Declined) {
            let binding = self.caller.binding(S::KIND);
            let settings = gate.settings();
            let cool_down = &gate.0.cool_down;
            cool_down.start(&binding, pending.fingerprint(), settings, gate.moment());
        }
        Err(gate.stop(outcome))
    }

    async fn by_code(&mut self, code: &str) -> Agreed<S> {
        let gate = self.gate;
        if !self.takes_codes(S::TIER) {
            return Err(gate.stop(Outcome::CodesDisabled));
        }
        if self.caller.is_retry() {
            return Err(gate.stop(Outcome::CodeAndAnswer));
        }
        let refused = || gate.stop(Outcome::CodeRefused);
        // Spent first: a code that was tried is gone, whatever comes of it.
        let binding = self.caller.binding(S::KIND);
        let pending = gate.redeem(&binding, code).await?;
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

    async fn propose(&mut self) -> Result<Unconfirmed<S>, Stop> {
        let mut change = (self.propose)().await?;
        self.gate.disclose(&mut change);
        self.decision.change = Some(self.gate.name_of(&change));
        Ok(change)
    }

    /// The reply with a code for what is pending.
    async fn hand_out(&mut self, pending: &Pending, message: &Said) -> Stop {
        self.decision.asks(Route::Code, pending);
        let binding = self.caller.binding(S::KIND);
        match self.gate.issue(&binding, pending).await {
            Ok(code) => {
                self.owes = Owes::Asked(pending.times());
                self.gate.with_code(message, code)
            }
            Err(stop) => stop,
        }
    }

    fn takes_codes(&self, tier: Tier) -> bool {
        route::takes_codes(tier, self.caller.takes_codes(), self.gate.settings())
    }

    /// Whether the person said no to the same change after this was asked.
    fn is_declined(&self, pending: &Pending) -> bool {
        let binding = self.caller.binding(S::KIND);
        self.gate.0.cool_down.answered(&binding, pending)
    }

    fn is_instant(&self, pending: &Pending) -> bool {
        pending.waited() < self.gate.settings().instant_decline
    }
}
