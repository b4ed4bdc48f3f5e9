//! Asks about a change. Only here is a [`Confirmed`] made.

use std::fmt;

use super::{Evidence, Gate, Outcome, disconnect::Withdrawn, flow::Asking};
use crate::{
    Subject, Unconfirmed,
    preview::Digest,
    tool::{Caller, Stop},
};

/// A change that a person has agreed to: exactly this one, once.
///
/// Only [`ask`] makes it. The function that writes takes it by value, so it writes once:
///
/// ```
/// # struct Delete { name: String }
/// fn delete(change: confirm::Confirmed<Delete>) {
///     println!("deleting {}", change.into_subject().name);
/// }
/// ```
///
/// Passing an [`Unconfirmed`] instead does not compile:
///
/// ```compile_fail,E0308
/// # struct Delete { name: String }
/// fn delete(change: confirm::Confirmed<Delete>) {}
/// fn skip_the_question(change: confirm::Unconfirmed<Delete>) {
///     delete(change);
/// }
/// ```
#[must_use = "the person agreed to this change; dropping it means that it is never written"]
pub struct Confirmed<S> {
    subject: S,
    canonical: String,
    digest: Digest,
    evidence: Evidence,
    withdrawn: Withdrawn,
}

impl<S> Confirmed<S> {
    /// Returns the change.
    pub fn subject(&self) -> &S {
        &self.subject
    }

    /// Returns the change by value, so that it is written once. If you record the
    /// [evidence](Self::evidence), take it first.
    #[must_use = "the person agreed to this change; dropping it means that it is never written"]
    pub fn into_subject(self) -> S {
        self.subject
    }

    /// Returns the canonical JSON of the change at the time when the person agreed.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// Returns how the change came to be confirmed.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Returns whether `now` is the change that was agreed to, with the same things shown.
    /// Revalidate with it under the lock that the write is made under, where several confirmed
    /// changes may wait.
    #[must_use]
    pub fn still_is(&self, now: &Unconfirmed<S>) -> bool {
        self.evidence.fingerprint == now.fingerprint && self.digest == now.digest
    }

    /// Returns whether the call was cancelled, or the client has gone, since the person agreed.
    /// Check it right before the first write.
    #[must_use]
    pub fn is_withdrawn(&self) -> bool {
        self.withdrawn.is_withdrawn()
    }
}

/// Shows the evidence, and no value of the change.
impl<S> fmt::Debug for Confirmed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirmed")
            .field("evidence", &self.evidence)
            .finish_non_exhaustive()
    }
}

/// Asks the person about the change that `propose` returns, and returns it confirmed.
///
/// `propose` reads the world and describes what would change. It runs before the question and again
/// after the answer. If the change, or anything that was shown of it, is no longer the same,
/// nothing is confirmed. Pass a closure that borrows: `|| self.propose(&args)`. If nobody is asked,
/// `propose` runs once. If the call is refused before there is a question, it does not run.
///
/// If the future is dropped, nothing is confirmed. [The
/// manual](crate::manual::_1_how_a_change_is_confirmed) describes every step.
///
/// # Errors
///
/// Every end of a call without a yes is a [`Stop`]. That includes the question itself: on revision
/// 2026-07-28 it is sent as a result, and its answer comes with another call. Return the `Stop`
/// through [`Reply`](crate::Reply).
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
    let propose = || async { propose().await.map_err(Stop::from) };
    let mut asking = Asking::new::<S>(gate, &caller, propose);
    let agreed = asking.run().await;
    // Check again for cancellation, right before the change may be written.
    let withdrawn = gate.withdrawn(&caller);
    let agreed = match agreed {
        Ok(_) if withdrawn.is_withdrawn() => Err(gate.stop(Outcome::Cancelled)),
        other => other,
    };
    asking.report(&agreed);
    gate.report_expired();
    let (change, evidence) = agreed?;
    Ok(Confirmed {
        subject: change.subject,
        canonical: change.canonical,
        digest: change.digest,
        evidence,
        withdrawn,
    })
}
