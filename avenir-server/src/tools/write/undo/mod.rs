//! The tool that undoes an operation.

mod words;

use avenir_ynab::change::{Edit, Field, PlanSnapshot, Target, Undo};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    categories,
    lookup::Categories,
    payees,
    problems::{Problems, quoted},
    result::shown_by,
};
use crate::{
    operations::{Entry, InEffect, JournalError, State},
    server::Server,
    tools::failed,
};

/// The advice after an operation that cannot be undone.
const EARLIER: &str =
    "An earlier one is undone by its operation_id; `avenir-server journal` lists them.";

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
    /// created transactions are deleted. Anything changed again since is left alone and listed in
    /// conflicts. An undo can be undone. Splits, imports and new categories can not.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Undo an operation", idempotent_hint = false, open_world_hint = true)
    )]
    async fn undo_operation(
        &self,
        Parameters(args, call): Parameters<UndoOperation>,
    ) -> Reply<WriteResult> {
        let propose = |plan, args| self.propose_undo(plan, args);
        Reply(self.write(call, &args, |args| &args.plan_id, propose).await)
    }
}

impl Server {
    async fn propose_undo(&self, plan: OpenPlan, args: &UndoOperation) -> Result<Undo, Stop> {
        let entry = self.to_undo(&plan, args.operation_id.as_deref()).await?;
        let id = entry.operation_id;
        let InEffect {
            edits: applied,
            other_half,
            is_guessed,
        } = self.operations.in_effect(&id).await.map_err(unreadable)?;
        can_go_back(&entry.kind, &applied)?;
        if is_guessed {
            return Err(Stop::failed(format!(
                "Nothing was changed: half of operation {id} ({}) shows in the plan, and no answer of \
                 YNAB's says that it was this server's. Compare both categories with \
                 get_category_balances, and put it right with set_category_budget.",
                entry.kind
            )));
        }
        // Read whole rows with `self.client`. An edit goes back only if its field has not changed,
        // and a created row includes the name of its payee.
        let both = [applied.clone(), other_half.clone()].concat();
        let facts = if applied.iter().any(|edit| edit.reversed().creates()) {
            self.client.facts_with_deleted(&plan.id, &both).await
        } else {
            self.client.facts(&plan.id, &both).await
        };
        let facts = facts.map_err(failed)?;
        let (edits, conflicts) = self.way_back(&applied, &other_half, &facts);
        if edits.is_empty() {
            return Err(WriteResult::changed_since(conflicts));
        }
        can_be_made(&edits, &facts)?;
        free_to_take(&plan, &edits).await?;
        Ok(Undo {
            what: words::in_words(&plan, &edits, &facts).await?,
            plan_id: plan.id,
            operation_id: id,
            edits,
            conflicts,
        })
    }

    /// Returns the operation of that id, or the newest of the plan. Fails if the operation does not
    /// exist, or is not in effect.
    async fn to_undo(&self, plan: &OpenPlan, id: Option<&str>) -> Result<Entry, Stop> {
        let found = self
            .operations
            .find(&plan.id, id)
            .await
            .map_err(unreadable)?;
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
                let recorded = self.operations.recorded(&entry.operation_id).await;
                let (_, steps) = recorded.map_err(unreadable)?.unzip();
                &format!(
                    "may or may not have been applied, and the plan does not show which: check with {}, \
                     or in YNAB. {EARLIER}",
                    shown_by(&steps.unwrap_or_default())
                )
            }
        };
        Err(Stop::failed(format!(
            "Nothing was changed: operation {} ({}) {}.",
            entry.operation_id,
            entry.kind,
            why.trim_end_matches('.')
        )))
    }

    /// Returns the edits that undo an operation, in the opposite order, and the ids that changed
    /// since. If only half of a move was applied, the other half must not have changed.
    fn way_back(
        &self,
        applied: &[Edit],
        other_half: &[Edit],
        facts: &PlanSnapshot,
    ) -> (Vec<Edit>, Vec<String>) {
        let back = |edit: &Edit| self.operations.back(facts, edit);
        let moved = |edit: &&Edit| back(edit).is_none();
        let touched: Vec<&Edit> = other_half
            .iter()
            .filter(|edit| !self.operations.is_untouched(facts, edit))
            .collect();
        let ids = applied.iter().filter(moved).chain(touched.iter().copied());
        let mut conflicts: Vec<String> = ids.map(|edit| edit.id.clone()).collect();
        // Never undo half of a move, because half of a move would create money.
        let of_a_move = |edit: &Edit| edit.field == Field::Budgeted;
        let broken = !touched.is_empty() || applied.iter().filter(moved).any(of_a_move);
        let back = applied
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

/// Fails if YNAB's API or the journal does not have a way to undo the edits.
fn can_go_back(kind: &str, applied: &[Edit]) -> Result<(), Stop> {
    let has = |field: Field| applied.iter().any(|edit| edit.field == field);
    let why = if applied.is_empty() {
        "what was imported can be deleted in YNAB"
    } else if has(Field::Lines) {
        "only YNAB itself can undo a split"
    } else if has(Field::NewCategory) {
        "YNAB's API cannot delete a category: the user can hide it in YNAB"
    } else {
        return Ok(());
    };
    Err(Stop::failed(format!(
        "Nothing was changed: the operation ({kind}) cannot be undone; {why}. {EARLIER}"
    )))
}

/// Fails if another payee or category took the name since, as the tools that rename do.
async fn free_to_take(plan: &OpenPlan, edits: &[Edit]) -> Result<(), Stop> {
    let mut problems = Problems::default();
    let text = |edit: &Edit| edit.after.as_str().unwrap_or_default().to_owned();
    let of = |field: Field| edits.iter().find(|edit| edit.field == field);
    if let Some(edit) = of(Field::PayeeName) {
        let all = plan.client.payees(&plan.id).await.map_err(failed)?;
        payees::free(&all, &edit.id, &text(edit), &mut problems);
    }
    let (name, group) = (of(Field::CategoryName), of(Field::CategoryGroup));
    if let Some(edit) = name.or(group) {
        let categories = Categories::read(plan).await.map_err(failed)?;
        let Some(now) = categories.find(&edit.id) else {
            return problems.end();
        };
        let group = group.map_or_else(|| now.category.category_group_id.clone(), text);
        let name = name.map_or_else(|| now.category.name.clone(), text);
        if categories.is_taken(&group, &name, Some(&edit.id)) {
            let there = categories.group(&group).ok();
            let group = there.map_or(group.as_str(), |there| &there.name);
            problems.add("name", categories::taken(&name, group));
        }
    }
    problems.end()
}

/// Fails if the undo would make a target of a kind that only YNAB's app makes.
fn can_be_made(edits: &[Edit], facts: &PlanSnapshot) -> Result<(), Stop> {
    let lost = edits
        .iter()
        .filter(|edit| edit.field == Field::Target)
        .any(|edit| {
            let now = facts
                .category(&edit.id)
                .map(|category| Target::of(category, 0));
            !now.is_some_and(|now| Target::from_value(&edit.after, 0).can_follow(&now))
        });
    if lost {
        return Err(Stop::failed(
            "Nothing was changed: only YNAB's own app makes a target of the old kind; set it there.",
        ));
    }
    Ok(())
}
