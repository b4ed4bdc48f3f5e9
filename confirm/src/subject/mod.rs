//! Proposed changes as data: subjects, their canonical form and their fingerprint.

pub(crate) mod canonical;
mod escape;
mod fingerprint;
pub(crate) mod impls;
pub(crate) mod json;
pub(crate) mod null;
pub(crate) mod skip;
mod unconfirmed;
pub(crate) mod unsupported;
mod writer;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

pub(crate) use self::json::canonical_json;
pub use self::{canonical::Canonical, fingerprint::Fingerprint, unconfirmed::Unconfirmed};
use crate::preview::Preview;

/// A change that a person can be asked to confirm.
///
/// Derive it. [`KIND`](Self::KIND) names the operation, [`TIER`](Self::TIER) states how much
/// consent it needs, and the preview is what the person reads. They agree to the canonical form
/// behind it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Subject`, so no one can be asked to confirm it",
    label = "this type is not a `Subject`",
    note = "add `#[derive(confirm::Subject)]` to `{Self}`, with `#[subject(question(\"…\"))]`: what the person is asked"
)]
pub trait Subject: Canonical {
    /// The name of the operation in `snake_case`, usually the name of the tool. If the subject's
    /// values are not shown, the person reads it with spaces: "Confirm {operation}?"
    const KIND: &'static str;

    /// How much consent the operation needs.
    const TIER: Tier = Tier::Confirm;

    /// Makes the preview that the person sees before they answer. It is made once for each
    /// [`Unconfirmed`], and the answer is bound to all of it.
    fn preview(&self) -> Preview;
}

/// How much consent an operation needs. It belongs to the operation, never to its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tier {
    /// Runs without asking.
    Auto,
    /// A person is asked; where the client cannot ask, the gate's
    /// [fallback](crate::Settings::fallback) applies.
    Confirm,
    /// For irreversible operations: a person is asked, and the call is refused where the client
    /// cannot ask.
    Handoff,
    /// Always refused.
    Blocked,
}
