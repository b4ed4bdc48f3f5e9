use serde::{Serialize, Serializer};

/// The outcome of one question, in full detail, for logs and for the audit of decisions.
///
/// The caller sees the coarser [`Status`](crate::Status).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The person agreed, or nobody had to be asked.
    Agreed,
    /// The question was sent as a result; its answer comes with another call.
    Asked,
    /// A code was handed out.
    CodeIssued,
    /// The form came back with its box unticked.
    Unticked,
    /// The person explicitly declined.
    Declined,
    /// The same change was declined within the cooldown, so nobody was asked again and no code was
    /// accepted.
    CoolingDown,
    /// The question was closed without an answer.
    Dismissed,
    /// The answer did not fit the form that was sent.
    Malformed,
    /// The client failed to ask, or declined faster than a person can.
    NotAsked,
    /// Nobody answered in time, or the answer came too late.
    Expired,
    /// The call was cancelled, or the client has gone.
    Cancelled,
    /// The change, or what was shown of it, is no longer the same.
    Changed,
    /// The client cannot ask, and no fallback is allowed.
    CannotAsk,
    /// The operation is never allowed.
    Blocked,
    /// The code was unknown, expired, used, or for something else.
    CodeRefused,
    /// Confirmation codes are not accepted for this operation.
    CodesDisabled,
    /// A code and an answer came in the same call.
    CodeAndAnswer,
    /// The request state was not made by this gate for this call.
    InvalidState,
    /// The answer was already used.
    Spent,
    /// The question was given up before an answer came: its call was dropped, the gate was closed
    /// or dropped, or there were too many other questions.
    Lost,
    /// The proposal ended without a change to ask about, for example because the change is already
    /// made.
    NotProposed,
    /// The tool, the SDK or the store failed before the question or after the answer. Nothing was
    /// changed.
    Failed,
}

impl Outcome {
    /// Returns a stable label in `snake_case`, the same as in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::Asked => "asked",
            Self::CodeIssued => "code_issued",
            Self::Unticked => "unticked",
            Self::Declined => "declined",
            Self::CoolingDown => "cooling_down",
            Self::Dismissed => "dismissed",
            Self::Malformed => "malformed",
            Self::NotAsked => "not_asked",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
            Self::Changed => "changed",
            Self::CannotAsk => "cannot_ask",
            Self::Blocked => "blocked",
            Self::CodeRefused => "code_refused",
            Self::CodesDisabled => "codes_disabled",
            Self::CodeAndAnswer => "code_and_answer",
            Self::InvalidState => "invalid_state",
            Self::Spent => "spent",
            Self::Lost => "lost",
            Self::NotProposed => "not_proposed",
            Self::Failed => "failed",
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
