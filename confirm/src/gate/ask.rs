//! The question, and the only place where a [`Confirmed`] is made.

use super::{
    Binding, Evidence, Gate, Route,
    answer::{self, Answer},
    in_call::Heard,
    pending::Pending,
    route::{self, NoRoute},
    texts,
};
use crate::{
    Subject, Tier, Unconfirmed, preview,
    tool::{Caller, Status, Stop},
};

/// A change that a person agreed to, exactly, once.
///
/// [`ask`] makes it and nothing else can. The function that writes takes it by value, so that it
/// writes once:
///
/// ```
/// # struct Delete { name: String }
/// fn delete(change: confirm::Confirmed<Delete>) {
///     println!("deleting {}", change.into_subject().name);
/// }
/// ```
///
/// Handing it an [`Unconfirmed`] does not compile:
///
/// ```compile_fail,E0308
/// # struct Delete { name: String }
/// fn delete(change: confirm::Confirmed<Delete>) {}
/// fn skip_the_question(change: confirm::Unconfirmed<Delete>) {
///     delete(change);
/// }
/// ```
#[derive(Debug)]
#[must_use = "the person agreed to this change; dropping it means that it is never written"]
pub struct Confirmed<S> {
    subject: S,
    canonical: String,
    evidence: Evidence,
}

impl<S> Confirmed<S> {
    /// The change.
    pub fn subject(&self) -> &S {
        &self.subject
    }

    /// The change, for the function that writes: it can be written once.
    #[must_use = "the person agreed to this change; dropping it means that it is never written"]
    pub fn into_subject(self) -> S {
        self.subject
    }

    /// The canonical JSON of the change, as it was when the person agreed.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// How it came to be confirmed.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }
}

/// Shows the change that `propose` works out to the person, and gives it back confirmed.
///
/// `propose` reads the world and describes what would change. It runs before the question and
/// again after the answer; if the change, or anything that was shown of it, is no longer the
/// same, nothing is confirmed. Pass a closure that borrows: `|| self.propose(&args)`.
///
/// # Errors
///
/// A [`Stop`] is every way not to get a yes, the question itself included: on revision 2026-07-28
/// it leaves as a result, and its answer comes with another call. Return it through
/// [`Reply`](crate::Reply).
pub async fn ask<S, E, F>(
    gate: &Gate,
    caller: Caller,
    propose: impl Fn() -> F,
) -> Result<Confirmed<S>, Stop>
where
    S: Subject,
    F: Future<Output = Result<Unconfirmed<S>, E>>,
    Stop: From<E>,
{
    let agreed = gate.agree(&caller, propose).await;
    // Once more, right before the change may be written.
    let agreed = match agreed {
        Ok(_) if caller.is_cancelled() => Err(Stop::not_confirmed(texts::CANCELLED)),
        other => other,
    };
    Gate::report(&agreed);
    let (change, evidence) = agreed?;
    Ok(Confirmed {
        subject: change.subject,
        canonical: change.canonical,
        evidence,
    })
}

type Agreed<S> = Result<(Unconfirmed<S>, Evidence), Stop>;

impl Gate {
    /// Gets the person's yes to what `propose` works out, or the reason why not.
    async fn agree<S, E, F>(&self, caller: &Caller, propose: impl Fn() -> F) -> Agreed<S>
    where
        S: Subject,
        F: Future<Output = Result<Unconfirmed<S>, E>>,
        Stop: From<E>,
    {
        let binding = caller.binding(S::KIND);
        let can_ask = caller.can_ask()?;
        let way = route::route(S::TIER, can_ask, caller.takes_codes(), self.settings());
        let asks = matches!(S::TIER, Tier::Confirm | Tier::Handoff);
        if let Some(code) = caller.code().filter(|_| asks) {
            return self.agree_by_code(caller, &binding, code, propose).await;
        }
        let route = way.map_err(no_route)?;
        if caller.is_retry() && asks {
            let pending = self.retried(&binding, caller.state()).await?;
            if let Some(reply) = caller.reply() {
                let heard = Heard::Answer(answer::read(reply));
                return self
                    .agree_after(caller, &binding, Route::RoundTrip, pending, heard, propose)
                    .await;
            }
            // No answer to our question came with it: it is asked again, with a fresh state.
        }
        let change = propose().await?;
        let message = self.message(&change);
        let pending = Pending::new(&change, &message);
        match route {
            Route::Auto | Route::ClientHint => {
                let evidence = pending.evidence(route, &change);
                Ok((change, evidence))
            }
            Route::Code => Err(self.hand_out(&binding, &pending, &message).await),
            Route::RoundTrip => {
                let question = self.question(&binding, &pending, message).await?;
                Err(Stop::question(question))
            }
            Route::InCall => {
                drop(change);
                let heard = self.ask_in_call(caller, message).await;
                self.agree_after(caller, &binding, route, pending, heard, propose)
                    .await
            }
        }
    }

    /// After the answer: a yes holds only if `propose` still works out what was shown.
    async fn agree_after<S, E, F>(
        &self,
        caller: &Caller,
        binding: &Binding<'_>,
        route: Route,
        pending: Pending,
        heard: Heard,
        propose: impl Fn() -> F,
    ) -> Agreed<S>
    where
        S: Subject,
        F: Future<Output = Result<Unconfirmed<S>, E>>,
        Stop: From<E>,
    {
        let stop = match heard {
            Heard::Answer(Answer::Yes) => {
                let change = propose().await?;
                if pending.is_about(&change) {
                    let evidence = pending.evidence(route, &change);
                    return Ok((change, evidence));
                }
                let message = self.message(&change);
                let (gone, new) = pending.changed_lines(&message);
                Stop::not_confirmed(texts::changed(&gone, &new))
            }
            Heard::Answer(Answer::Dismissed) if self.takes_codes(caller, S::TIER) => {
                // Nobody said no.
                let change = propose().await?;
                let message = self.message(&change);
                let pending = Pending::new(&change, &message);
                self.hand_out(binding, &pending, &message).await
            }
            Heard::Answer(Answer::Dismissed) if self.settings().require_elicitation => {
                Stop::outcome(Status::Declined, texts::DISMISSED)
            }
            Heard::Answer(Answer::Dismissed) => Stop::not_confirmed(texts::DISMISSED),
            Heard::Answer(Answer::Unticked) => Stop::outcome(Status::Declined, texts::UNTICKED),
            Heard::Answer(Answer::Declined) => Stop::outcome(Status::Declined, texts::DECLINED),
            Heard::Answer(Answer::Malformed) => Stop::not_confirmed(texts::MALFORMED),
            Heard::NotAsked => Stop::not_confirmed(texts::NOT_ASKED),
            Heard::Expired => Stop::not_confirmed(texts::EXPIRED),
            Heard::Cancelled => Stop::not_confirmed(texts::CANCELLED),
        };
        Err(stop)
    }

    async fn agree_by_code<S, E, F>(
        &self,
        caller: &Caller,
        binding: &Binding<'_>,
        code: &str,
        propose: impl Fn() -> F,
    ) -> Agreed<S>
    where
        S: Subject,
        F: Future<Output = Result<Unconfirmed<S>, E>>,
        Stop: From<E>,
    {
        if !self.takes_codes(caller, S::TIER) {
            return Err(Stop::refused(texts::CODES_DISABLED));
        }
        if caller.is_retry() {
            return Err(Stop::refused(texts::CODE_AND_ANSWER));
        }
        // Spent first: a code that was tried is gone, whatever comes of it.
        let pending = self.redeem(binding, code).await?;
        let pending = pending.ok_or_else(|| Stop::refused(texts::CODE_REFUSED))?;
        let change = propose().await?;
        if !pending.is_about(&change) {
            return Err(Stop::refused(texts::CODE_REFUSED));
        }
        let evidence = pending.evidence(Route::Code, &change);
        Ok((change, evidence))
    }

    /// The reply with a code for what is pending.
    async fn hand_out(&self, binding: &Binding<'_>, pending: &Pending, message: &str) -> Stop {
        match self.issue(binding, pending).await {
            Ok(code) => Stop::code(message, code, self.settings().lifetime),
            Err(stop) => stop,
        }
    }

    fn takes_codes(&self, caller: &Caller, tier: Tier) -> bool {
        route::takes_codes(tier, caller.takes_codes(), self.settings())
    }

    fn message<S: Subject>(&self, change: &Unconfirmed<S>) -> String {
        let asker = self.0.asker.as_deref().map(texts::asked_by);
        preview::render(&change.preview, asker.as_ref())
    }

    /// One event a decision. No value of the change is in it.
    fn report<S: Subject>(agreed: &Agreed<S>) {
        match agreed {
            Ok((change, evidence)) => tracing::info!(
                kind = S::KIND,
                fingerprint = %change.fingerprint,
                route = evidence.route.as_str(),
                outcome = "confirmed",
                latency_ms = evidence.latency.as_millis(),
                "decision"
            ),
            Err(stop) => tracing::info!(kind = S::KIND, outcome = stop.label(), "decision"),
        }
    }
}

fn no_route(reason: NoRoute) -> Stop {
    Stop::refused(match reason {
        NoRoute::Blocked => texts::BLOCKED,
        NoRoute::CannotAsk => texts::CANNOT_ASK,
    })
}
