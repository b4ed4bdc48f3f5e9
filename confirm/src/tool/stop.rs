use std::{convert::Infallible, error::Error, fmt};

use rmcp::{
    ErrorData,
    handler::server::tool::IntoCallToolResult as _,
    model::{
        Annotations, CallToolResponse, CallToolResult, ContentBlock, InputRequiredResult, Role,
        TextContent,
    },
};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use crate::{Outcome, gate::texts};

/// The reason why a tool ends before it changes anything.
///
/// It is neither an error type nor a tool result, because a question is not a failure. Return it
/// through [`Reply`](crate::Reply). With an `impl From<YourError> for Stop`, `?` converts your
/// errors in a tool's inner function.
#[must_use = "return it through `Reply`: it may be the question itself"]
pub struct Stop(Box<Kind>);

enum Kind {
    /// The question, which the client answers with another call.
    Question(InputRequiredResult),
    /// The change was not confirmed.
    Refusal {
        outcome: Outcome,
        status: Status,
        said: Message,
        code: Option<Code>,
    },
    /// The tool's own failure.
    Failed(String),
    /// A result that the tool made by itself.
    Result(CallToolResult),
    /// A protocol error.
    Error(ErrorData),
    /// The state was not made by this gate for this call.
    InvalidState,
    /// The answer was used before. The confirmation's id identifies what was recorded for it.
    Spent { id: String },
}

/// A text for two readers: the person, in their language, and the model, in English.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) user: String,
    pub(crate) assistant: String,
}

struct Code {
    code: String,
    preview: String,
}

/// The status of a change that was not made, in the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// Nothing has changed yet: a code was issued.
    ConfirmationRequired,
    /// The person declined.
    Declined,
    /// Nobody agreed: there was no answer, the answer did not fit, or the world changed.
    Unconfirmed,
    /// The operation may not be asked about, or the code was refused. The reply is a tool error.
    Refused,
}

impl Status {
    /// Every status.
    pub(super) const ALL: [Self; 4] = [
        Self::ConfirmationRequired,
        Self::Declined,
        Self::Unconfirmed,
        Self::Refused,
    ];

    /// Returns the word on the wire, in `structuredContent.status`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ConfirmationRequired => "confirmation_required",
            Self::Declined => "declined",
            Self::Unconfirmed => "unconfirmed",
            Self::Refused => "refused",
        }
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Stop {
    /// Makes a tool error with this text, which the model reads. The text should say what is wrong,
    /// with which value, and where a right value comes from.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(Kind::Failed(message.into()))
    }

    /// Returns the status of the reply. `None` if the reply has no status: it is the question, a
    /// failure or result of the tool's own, or a protocol error.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        match &*self.0 {
            Kind::Refusal { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Returns the outcome of the call, in full detail.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &*self.0 {
            Kind::Question(_) => Outcome::Asked,
            Kind::Refusal { outcome, .. } => *outcome,
            Kind::Spent { .. } => Outcome::Spent,
            Kind::Result(_) => Outcome::NotProposed,
            Kind::Failed(_) | Kind::Error(_) => Outcome::Failed,
            Kind::InvalidState => Outcome::InvalidState,
        }
    }

    /// Returns the id of the confirmation, if the answer of this call was used before.
    ///
    /// A server that records what it wrote under [`Evidence::id`](crate::Evidence::id) can answer
    /// the identical call with the recorded result. Otherwise the reply is a protocol error.
    #[must_use]
    pub fn spent(&self) -> Option<&str> {
        match &*self.0 {
            Kind::Spent { id } => Some(id),
            _ => None,
        }
    }

    fn new(kind: Kind) -> Self {
        Self(Box::new(kind))
    }

    pub(crate) fn question(question: InputRequiredResult) -> Self {
        Self::new(Kind::Question(question))
    }

    pub(crate) fn said(outcome: Outcome, status: Status, said: Message) -> Self {
        Self::new(Kind::Refusal {
            outcome,
            status,
            said,
            code: None,
        })
    }

    pub(crate) fn code(said: Message, code: String, preview: String) -> Self {
        Self::new(Kind::Refusal {
            outcome: Outcome::CodeIssued,
            status: Status::ConfirmationRequired,
            said,
            code: Some(Code { code, preview }),
        })
    }

    /// Makes the one constant error for a state that this gate did not make for this call.
    pub(crate) fn bad_state() -> Self {
        Self::new(Kind::InvalidState)
    }

    /// Makes the error for a state of this gate whose answer was used before.
    pub(crate) fn used_state(id: String) -> Self {
        Self::new(Kind::Spent { id })
    }

    /// Makes the error for a store that failed. `consequence` is the text that the caller reads.
    pub(crate) fn store_failed(error: &(dyn Error + Send + Sync), consequence: &str) -> Self {
        // Log the error and do not send it: it may name a host, which is for the operator only.
        tracing::error!(error = %error, "the confirmation store failed");
        Self::failed(consequence)
    }

    pub(crate) fn internal(message: &'static str) -> Self {
        ErrorData::internal_error(message, None).into()
    }

    pub(super) fn into_response(self) -> Result<CallToolResponse, ErrorData> {
        match *self.0 {
            Kind::Question(question) => question.into_call_tool_result(),
            Kind::Refusal {
                status, said, code, ..
            } => Ok(refusal(status, said, code).into()),
            Kind::Failed(message) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(message)]).into())
            }
            Kind::Result(result) => Ok(result.into()),
            Kind::Error(error) => Err(error),
            Kind::InvalidState | Kind::Spent { .. } => {
                Err(ErrorData::invalid_params(texts::BAD_STATE, None))
            }
        }
    }
}

/// Makes a result of two blocks of text, each for its reader. The structured content is for the
/// model.
fn refusal(status: Status, said: Message, code: Option<Code>) -> CallToolResult {
    let mut fields = json!({"status": status.as_str(), "message": said.assistant});
    if let Some(Code { code, preview }) = code {
        fields["confirmation"] = code.into();
        fields["preview"] = preview.into();
    }
    let mut result = CallToolResult::success(vec![
        block(said.assistant, Role::Assistant),
        block(said.user, Role::User),
    ]);
    result.is_error = Some(status == Status::Refused);
    result.structured_content = Some(fields);
    result
}

fn block(text: String, reader: Role) -> ContentBlock {
    let annotations = Annotations::default().with_audience(vec![reader]);
    ContentBlock::Text(TextContent::new(text).with_annotations(annotations))
}

/// Shows the outcome and the status, and no text, code or state.
impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop")
            .field("outcome", &self.outcome())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}

impl From<ErrorData> for Stop {
    fn from(error: ErrorData) -> Self {
        Self::new(Kind::Error(error))
    }
}

impl From<CallToolResult> for Stop {
    fn from(result: CallToolResult) -> Self {
        Self::new(Kind::Result(result))
    }
}

impl From<Infallible> for Stop {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said() -> Message {
        Message {
            user: String::new(),
            assistant: String::new(),
        }
    }

    #[test]
    fn what_a_server_can_ask_a_stop() {
        let declined = Stop::said(Outcome::Declined, Status::Declined, said());
        let (failed, spent) = (Stop::failed("no"), Stop::used_state("an id".to_owned()));
        assert_eq!(declined.status(), Some(Status::Declined));
        assert_eq!((failed.status(), spent.status()), (None, None));
        assert_eq!(spent.spent(), Some("an id"));
        assert_eq!((failed.spent(), declined.spent()), (None, None));
    }
}
