use avenir_ynab::{
    Change,
    change::{Edit, Field, Import},
};
use confirm::{Stop, Subject as _};
use rmcp::model::CallToolResult;
use schemars::JsonSchema;
use serde::Serialize;

use crate::operations::{Difference, Entry, State, Written, WrittenStep};

/// The outcome of a write.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WriteResult {
    status: WriteStatus,
    /// Says what happened and what to do next.
    message: String,
    /// Id of the operation, for `undo_operation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation_id: Option<String>,
    /// Ids of what was created or imported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    created_ids: Vec<String>,
    /// Ids of what was left alone, as it changed since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WriteStatus {
    Applied,
    NothingToDo,
    DifferenceFound,
    Partial,
    Unknown,
}

impl WriteResult {
    fn new(status: WriteStatus, message: impl Into<String>, operation_id: Option<String>) -> Self {
        Self {
            status,
            message: message.into(),
            operation_id,
            created_ids: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// Returns the stop that ends a call with nothing to do, before anyone is asked.
    pub(super) fn nothing_to_do(message: impl Into<String>) -> Stop {
        Self::new(WriteStatus::NothingToDo, message, None).into()
    }

    pub(super) fn difference_found() -> Self {
        Self::new(
            WriteStatus::DifferenceFound,
            "The account differs from the bank: nothing was changed. Go through the analysis with \
             the user, and call again; with adjust true only if they accept what is left.",
            None,
        )
    }

    /// Returns the stop that ends an undo if everything changed since.
    pub(super) fn changed_since(conflicts: Vec<String>) -> Stop {
        let message = "All of it was changed since, so it was skipped: nothing was changed.";
        let mut result = Self::new(WriteStatus::NothingToDo, message, None);
        result.conflicts = conflicts;
        result.into()
    }

    pub(super) fn of<C: Change>(written: Written) -> Result<Self, Stop> {
        let id = written.operation_id;
        let why = written
            .error
            .map(|error| format!(": {error}"))
            .unwrap_or_default();
        let applied = || {
            written
                .steps
                .iter()
                .filter(|step| step.state.is_in_effect())
        };
        let mut result = match written.state {
            State::Applied => {
                let message = match written.irreversible_because {
                    Some(why) => format!("Applied. It cannot be undone: {why}."),
                    None => "Applied. undo_operation with this operation_id takes it back.".into(),
                };
                Self::new(WriteStatus::Applied, message, Some(id))
            }
            State::Refused => return Err(Stop::failed(format!("Nothing was changed{why}."))),
            State::Partial if !written.differences.is_empty() => {
                let message = format!(
                    "YNAB made it differently from what was confirmed: {}. It changed: {}. Tell the \
                     user; undo_operation takes back what was made.",
                    otherwise(&written.differences),
                    changed(&written.steps)
                );
                Self::new(WriteStatus::Partial, message, Some(id))
            }
            State::Partial => {
                let message = format!(
                    "A part was applied, and then nothing more{why}. It changed: {}. Tell \
                     the user; undo_operation takes that part back.",
                    changed(&written.steps)
                );
                Self::new(WriteStatus::Partial, message, Some(id))
            }
            // Re-reading cannot tell, because a transaction does not show which call imported it.
            State::Unknown if C::KIND == Import::KIND => {
                let message = format!(
                    "Whether anything was imported is not known{why}. Call again: what is there \
                     already is not imported twice."
                );
                Self::new(WriteStatus::Unknown, message, Some(id))
            }
            State::Intended | State::Unknown | State::Undone => {
                let mut result = Self::unknown(&why, id, &written.steps);
                if applied().next().is_some() {
                    let part = changed(&written.steps);
                    result.message = format!("It changed: {part}. {}", result.message);
                }
                result
            }
        };
        result.conflicts.clone_from(&written.skipped);
        result.created_ids = applied()
            .flat_map(|step| &step.edits)
            .filter(|edit| edit.creates() && !edit.id.is_empty())
            .map(|edit| edit.id.clone())
            .collect();
        if let (Import::KIND, State::Applied, Some(ids)) = (
            C::KIND,
            written.state,
            written.answer["transaction_ids"].as_array(),
        ) {
            let ids = ids.iter().filter_map(|id| id.as_str());
            result.created_ids = ids.map(str::to_owned).collect();
            result.message = match result.created_ids.len() {
                1 => "1 transaction was imported.".to_owned(),
                count => format!("{count} transactions were imported."),
            };
        }
        Ok(result)
    }

    fn unknown(why: &str, id: String, steps: &[WrittenStep]) -> Self {
        let message = format!(
            "It is not known whether it was applied{why}. It will be checked before the next change \
             of this plan; look with {} before asking for it again.",
            shown_by(steps)
        );
        Self::new(WriteStatus::Unknown, message, Some(id))
    }

    /// Returns the result for a repeated answer, if an earlier call is still working on it.
    pub(super) fn in_progress() -> Self {
        Self::new(
            WriteStatus::Unknown,
            "This answer is in progress: an earlier call brought it and has not ended. Wait for the \
             result of that call, and do not ask again.",
            None,
        )
    }

    /// Returns the result that the journal has of an operation whose answer came again. Fails if
    /// the operation did not change anything.
    pub(super) fn again(entry: Entry, steps: &[WrittenStep]) -> Result<Self, Stop> {
        let id = entry.operation_id;
        let result = match entry.state {
            State::Applied => Self::new(
                WriteStatus::Applied,
                "This answer was already used: applied then, and not applied again.",
                Some(id),
            ),
            State::Undone => Self::new(
                WriteStatus::Applied,
                "This answer was already used: applied then, and taken back since.",
                Some(id),
            ),
            State::Refused => {
                return Err(Stop::failed(
                    "This answer was already used, and nothing was changed then. Call again for a \
                     new question.",
                ));
            }
            State::Partial => Self::new(
                WriteStatus::Partial,
                format!(
                    "This answer was already used: a part was applied then. Look with {} before \
                     going on.",
                    shown_by(steps)
                ),
                Some(id),
            ),
            State::Intended => Self::new(
                WriteStatus::Unknown,
                format!(
                    "This answer was already used: the change is being made right now, or was cut \
                     off. Look with {} before asking for it again.",
                    shown_by(steps)
                ),
                Some(id),
            ),
            State::Unknown => Self::unknown(", and this answer was already used", id, steps),
        };
        Ok(result)
    }
}

/// Returns the name of the tool that shows the changes which these requests may have made.
pub(super) fn shown_by(steps: &[WrittenStep]) -> &'static str {
    let first = steps.iter().flat_map(|step| &step.edits).next();
    match first.map(|edit| edit.field) {
        Some(Field::Budgeted) => "get_category_balances",
        Some(Field::Target) => "get_underfunded_targets",
        Some(Field::CategoryName | Field::CategoryGroup | Field::NewCategory) => {
            "list_category_groups"
        }
        Some(Field::PayeeName) => "list_payees",
        _ => "find_transactions",
    }
}

/// Lists the differences between the confirmed change and YNAB's, without anybody's text.
fn otherwise(differences: &[Difference]) -> String {
    let all: Vec<String> = differences
        .iter()
        .map(|one| format!("{} of {}", one.parts.join(", "), one.id))
        .collect();
    all.join("; ")
}

/// Lists the edits that were applied, without anybody's text.
pub(super) fn changed(steps: &[WrittenStep]) -> String {
    let applied = steps.iter().filter(|step| step.state.is_in_effect());
    let edits: Vec<String> = applied.flat_map(|step| &step.edits).map(in_words).collect();
    edits.join("; ")
}

/// Describes an applied edit, without anybody's text.
fn in_words(edit: &Edit) -> String {
    match edit.field {
        Field::Transaction if edit.creates() => format!("transaction {} created", edit.id),
        Field::Transaction => format!("transaction {} deleted", edit.id),
        Field::Budgeted => {
            let amount = |value: &serde_json::Value| {
                avenir_ynab::Milliunits(value.as_i64().unwrap_or_default()).decimal()
            };
            format!(
                "category {} in {}: {} to {}",
                edit.id,
                edit.month.as_deref().unwrap_or_default(),
                amount(&edit.before),
                amount(&edit.after)
            )
        }
        _ => edit.id.clone(),
    }
}

impl From<WriteResult> for Stop {
    fn from(result: WriteResult) -> Self {
        match serde_json::to_value(&result) {
            Ok(fields) => CallToolResult::structured(fields).into(),
            Err(error) => Self::failed(error.to_string()),
        }
    }
}
