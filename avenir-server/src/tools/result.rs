use confirm::Stop;
use schemars::JsonSchema;
use serde::Serialize;

use crate::book::{Entry, State, Written};

/// What came of a write.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WriteResult {
    status: WriteStatus,
    message: String,
    /// Id of the operation in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation_id: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WriteStatus {
    Applied,
    NothingToDo,
    Partial,
    Unknown,
}

impl WriteResult {
    fn new(status: WriteStatus, message: impl Into<String>, operation_id: Option<String>) -> Self {
        Self {
            status,
            message: message.into(),
            operation_id,
        }
    }

    pub(super) fn nothing_to_do() -> Self {
        Self::new(
            WriteStatus::NothingToDo,
            "Every transaction already has that category: nothing was changed.",
            None,
        )
    }

    pub(super) fn of(written: Written) -> Result<Self, Stop> {
        let id = written.operation_id;
        let why = written
            .error
            .map(|error| format!(": {error}"))
            .unwrap_or_default();
        match written.state {
            State::Applied => Ok(Self::new(WriteStatus::Applied, "Applied.", Some(id))),
            State::Refused => Err(Stop::failed(format!("Nothing was changed{why}."))),
            State::Partial => Ok(Self::new(
                WriteStatus::Partial,
                format!("A part was applied, then YNAB refused{why}. Look before going on."),
                Some(id),
            )),
            State::Intended | State::Unknown => Ok(Self::unknown(&why, id)),
        }
    }

    fn unknown(why: &str, id: String) -> Self {
        let message = format!(
            "Whether it was applied is not known{why}. Look with find_transactions before \
             asking for it again."
        );
        Self::new(WriteStatus::Unknown, message, Some(id))
    }

    /// What the journal says of an operation whose answer came again.
    pub(super) fn again(entry: Entry) -> Result<Self, Stop> {
        let id = entry.operation_id;
        let result = match entry.state {
            State::Applied => Self::new(
                WriteStatus::Applied,
                "This answer was already used: applied then, and not applied again.",
                Some(id),
            ),
            State::Refused => {
                return Err(Stop::failed(
                    "This answer was already used, and YNAB refused the change then: nothing was \
                     changed. Call again for a new question.",
                ));
            }
            State::Partial => Self::new(
                WriteStatus::Partial,
                "This answer was already used: a part was applied then. Look before going on.",
                Some(id),
            ),
            State::Intended => Self::new(
                WriteStatus::Unknown,
                "This answer was already used: the change is being made right now, or was cut off. \
                 Look with find_transactions before asking for it again.",
                Some(id),
            ),
            State::Unknown => Self::unknown(", and this answer was already used", id),
        };
        Ok(result)
    }
}

impl From<WriteResult> for Stop {
    fn from(result: WriteResult) -> Self {
        match serde_json::to_value(&result) {
            Ok(fields) => rmcp::model::CallToolResult::structured(fields).into(),
            Err(error) => Self::failed(error.to_string()),
        }
    }
}
