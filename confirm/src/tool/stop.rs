use std::{convert::Infallible, error::Error, time::Duration};

use rmcp::{
    ErrorData,
    handler::server::tool::IntoCallToolResult as _,
    model::{CallToolResponse, CallToolResult, ContentBlock, InputRequiredResult},
};
use serde::Serialize;
use serde_json::json;

use crate::gate::texts;

/// Why a tool ends before it changes anything.
///
/// It is no error type and no tool result: it leaves through [`Reply`](crate::Reply), which knows
/// that a question is not a failure. Write `impl From<YourError> for Stop`, and `?` takes your
/// errors in a tool's inner function.
#[derive(Debug)]
#[must_use = "return it through `Reply`: it may be the question itself"]
pub struct Stop(Box<Kind>);

#[derive(Debug)]
enum Kind {
    /// The question, which the client answers with another call.
    Question(InputRequiredResult),
    /// The change was not confirmed.
    Outcome {
        status: Status,
        message: String,
        code: Option<Code>,
    },
    /// The tool's own failure.
    Failed(String),
    /// A result that the tool made itself.
    Result(CallToolResult),
    /// A protocol error.
    Error(ErrorData),
    /// The answer was used before. The confirmation's id names what came of it.
    Spent { id: String },
}

#[derive(Debug)]
struct Code {
    code: String,
    preview: String,
}

/// What a finished call says about the change, when it was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Nothing changed yet: a code was handed out.
    ConfirmationRequired,
    /// The person said no.
    Declined,
    /// Nobody agreed: no answer, an answer that is none, or the world moved.
    Unconfirmed,
    /// It may not be asked, or the code was refused.
    Refused,
}

impl Status {
    /// All of them.
    pub(super) const ALL: [Self; 4] = [
        Self::ConfirmationRequired,
        Self::Declined,
        Self::Unconfirmed,
        Self::Refused,
    ];

    /// The word on the wire.
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

impl Stop {
    /// The tool's own failure: a tool error with this text. It says what is wrong, with which
    /// value, and where a right one comes from.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(Kind::Failed(message.into()))
    }

    /// What the call says about the change, if it came that far.
    #[must_use]
    pub fn status(&self) -> Option<Status> {
        match &*self.0 {
            Kind::Outcome { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// The id of the confirmation that was already used by the answer of this call.
    ///
    /// A server that records what it wrote under [`Evidence::id`](crate::Evidence::id) answers the
    /// identical call with the recorded result. Without that it is a protocol error.
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

    pub(crate) fn outcome(status: Status, message: impl Into<String>) -> Self {
        Self::new(Kind::Outcome {
            status,
            message: message.into(),
            code: None,
        })
    }

    pub(crate) fn not_confirmed(message: impl Into<String>) -> Self {
        Self::outcome(Status::Unconfirmed, message)
    }

    pub(crate) fn refused(message: &str) -> Self {
        Self::outcome(Status::Refused, message)
    }

    pub(crate) fn code(preview: &str, code: String, lifetime: Duration) -> Self {
        Self::new(Kind::Outcome {
            status: Status::ConfirmationRequired,
            message: texts::code_issued(preview, &code, lifetime.as_secs()),
            code: Some(Code {
                code,
                preview: preview.to_owned(),
            }),
        })
    }

    /// One constant error for a state that is no state of ours, whatever is wrong with it.
    pub(crate) fn bad_state() -> Self {
        ErrorData::invalid_params(texts::BAD_STATE, None).into()
    }

    pub(crate) fn spent_state(id: &str) -> Self {
        Self::new(Kind::Spent { id: id.to_owned() })
    }

    pub(crate) fn store_failed(error: &(dyn Error + Send + Sync)) -> Self {
        // The error may name a host; it is the operator's, not the model's.
        tracing::error!(error = %error, "the confirmation store failed");
        Self::failed(texts::STORE_FAILED)
    }

    pub(crate) fn internal(message: &'static str) -> Self {
        ErrorData::internal_error(message, None).into()
    }

    /// A stable label for logs.
    pub(crate) fn label(&self) -> &'static str {
        match &*self.0 {
            Kind::Question(_) => "asked",
            Kind::Outcome { status, .. } => status.as_str(),
            Kind::Failed(_) | Kind::Result(_) => "failed",
            Kind::Error(_) => "invalid",
            Kind::Spent { .. } => "spent",
        }
    }

    pub(super) fn into_response(self) -> Result<CallToolResponse, ErrorData> {
        match *self.0 {
            Kind::Question(question) => question.into_call_tool_result(),
            Kind::Outcome {
                status,
                message,
                code,
            } => {
                let mut fields = json!({"status": status.as_str(), "message": message});
                if let Some(Code { code, preview }) = code {
                    fields["confirmation"] = code.into();
                    fields["preview"] = preview.into();
                }
                let mut result = CallToolResult::success(vec![ContentBlock::text(message)]);
                result.is_error = Some(status == Status::Refused);
                result.structured_content = Some(fields);
                Ok(result.into())
            }
            Kind::Failed(message) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(message)]).into())
            }
            Kind::Result(result) => Ok(result.into()),
            Kind::Error(error) => Err(error),
            Kind::Spent { .. } => Self::bad_state().into_response(),
        }
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
