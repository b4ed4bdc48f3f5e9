//! The question, and the only place where a [`Confirmed`] is made.

use super::{Evidence, Gate, Outcome, agree::Asking, decision::Decision};
use crate::{
    Subject, Unconfirmed,
    tool::{Caller, Stop},
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
    let mut asking = Asking {
        gate,
        caller: &caller,
        propose: || async { propose().await.map_err(Stop::from) },
        decision: Decision::new::<S>(),
    };
    let agreed = asking.agree().await;
    let mut decision = asking.decision;
    // Once more, right before the change may be written.
    let agreed = match agreed {
        Ok(_) if caller.is_cancelled() => Err(gate.stop(Outcome::Cancelled)),
        other => other,
    };
    match &agreed {
        Ok((_, evidence)) => decision.confirmed(evidence),
        Err(stop) => decision.outcome = stop.outcome(),
    }
    gate.report(&decision);
    let (change, evidence) = agreed?;
    Ok(Confirmed {
        subject: change.subject,
        canonical: change.canonical,
        evidence,
    })
}
