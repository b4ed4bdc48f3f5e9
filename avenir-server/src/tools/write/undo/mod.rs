//! The way back.

mod words;

use avenir_ynab::change::{Edit, Facts, Field, Target as Goal, Undo};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Target, WriteResult, args::Parameters, problems::quoted};
use crate::{
    book::{Entry, JournalError, State},
    server::Server,
    tools::failed,
};

/// Arguments of `undo_operation`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoOperation {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Operation id, from the result of the change; without it, the newest operation.
    #[serde(default)]
    operation_id: Option<String>,
}

#[tool_router(router = undo_tools, vis = "pub(crate)")]
impl Server {
    /// Take back a change that was made through this server: the one named, or the newest.
    ///
    /// Categories, flags, amounts, targets, names and cleared marks go back to what they were, and
    /// created transactions are deleted. What was changed again since is left alone and listed in
    /// conflicts. An undo can be undone. Splits, imports and new categories can not.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Undo an operation", idempotent_hint = false, open_world_hint = true)
    )]
    async fn undo_operation(
        &self,
        Parameters(args, call): Parameters<UndoOperation>,
    ) -> Reply<WriteResult> {
        let propose = |target, args| self.propose_undo(target, args);
        Reply(self.write(call, &args, |args| &args.plan_id, propose).await)
    }
}

impl Server {
    async fn propose_undo(&self, target: Target, args: &UndoOperation) -> Result<Undo, Stop> {
        let entry = self.to_undo(&target, args.operation_id.as_deref()).await?;
        let id = entry.operation_id;
        let landed = self.book.landed(&id).await.map_err(unreadable)?;
        can_go_back(&entry.kind, &landed)?;
        // Always in whole: an edit goes back only if its field is as it was left, and the name of a
        // created row's payee is a part of that.
        let facts = if landed.iter().any(|edit| edit.reversed().creates()) {
            self.client.facts_with_deleted(&target.id, &landed).await
        } else {
            self.client.facts(&target.id, &landed).await
        };
        let facts = facts.map_err(failed)?;
        let (edits, conflicts) = self.way_back(&landed, &facts);
        if edits.is_empty() {
            return Err(WriteResult::changed_since(conflicts));
        }
        can_be_made(&edits, &facts)?;
        Ok(Undo {
            what: words::in_words(&target, &edits, &facts).await?,
            plan_id: target.id,
            operation_id: id,
            edits,
            conflicts,
        })
    }

    /// The operation of that id, or the newest.
    async fn to_undo(&self, target: &Target, id: Option<&str>) -> Result<Entry, Stop> {
        let found = self.book.find(&target.id, id).await.map_err(unreadable)?;
        let Some(entry) = found else {
            return Err(Stop::failed(match id {
                Some(id) => format!(
                    "There is no operation {} of this plan: take operation_id from the result of \
                     the change.",
                    quoted(id)
                ),
                None => "There is nothing to undo: no operation of this plan is in effect.".into(),
            }));
        };
        let why = match entry.state {
            State::Applied | State::Partial => return Ok(entry),
            State::Undone => "was taken back already",
            State::Refused => "changed nothing",
            State::Intended | State::Unknown => {
                "may have been applied or not, and reading the plan does not tell: look at it in YNAB"
            }
        };
        Err(Stop::failed(format!(
            "Nothing was changed: operation {} ({}) {why}.",
            entry.operation_id, entry.kind
        )))
    }

    /// What goes back, in the opposite order, and the ids of what changed since.
    fn way_back(&self, landed: &[Edit], facts: &Facts) -> (Vec<Edit>, Vec<String>) {
        let back = |edit: &Edit| self.book.back(facts, edit);
        let moved = |edit: &&Edit| back(edit).is_none();
        let ids = landed.iter().filter(moved).map(|edit| edit.id.clone());
        let mut conflicts: Vec<String> = ids.collect();
        // Half of a move would make money out of nothing.
        let of_a_move = |edit: &Edit| edit.field == Field::Budgeted;
        let broken = landed.iter().filter(moved).any(of_a_move);
        let back = landed
            .iter()
            .rev()
            .filter(|edit| !(broken && of_a_move(edit)))
            .filter_map(back)
            .collect();
        conflicts.sort();
        conflicts.dedup();
        (back, conflicts)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unreadable(error: JournalError) -> Stop {
    Stop::failed(format!("Nothing was changed: {error}."))
}

/// Refuses what YNAB's API or the journal has no way back from.
fn can_go_back(kind: &str, landed: &[Edit]) -> Result<(), Stop> {
    let has = |field: Field| landed.iter().any(|edit| edit.field == field);
    let why = if landed.is_empty() {
        "what was imported can be deleted in YNAB"
    } else if has(Field::Lines) {
        "only YNAB itself can undo a split"
    } else if has(Field::NewCategory) {
        "YNAB's API cannot delete a category: the user can hide it in YNAB"
    } else {
        return Ok(());
    };
    Err(Stop::failed(format!(
        "Nothing was changed: the operation ({kind}) cannot be undone; {why}. An earlier one is \
         undone by its operation_id; `avenir-server journal` lists them."
    )))
}

/// Refuses a target of a kind that only YNAB's app makes.
fn can_be_made(edits: &[Edit], facts: &Facts) -> Result<(), Stop> {
    let lost = edits
        .iter()
        .filter(|edit| edit.field == Field::Target)
        .any(|edit| {
            let now = facts
                .category(&edit.id)
                .map(|category| Goal::of(category, 0));
            !now.is_some_and(|now| Goal::from_value(&edit.after, 0).can_follow(&now))
        });
    if lost {
        return Err(Stop::failed(
            "Nothing was changed: only YNAB's own app makes a target of the old kind; set it there.",
        ));
    }
    Ok(())
}
