//! The acts that change a plan, as the edits of their requests.

use std::collections::BTreeMap;

use avenir_ynab::change::{Edit, Field};
use serde_json::{Value, json};

use super::world::{CATEGORIES, ROWS, World};

const MONTH: &str = "2026-12-01";

/// A fault in the request at which an operation stops.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// YNAB refuses the request.
    Refused,
    /// The request never arrives.
    Lost,
    /// The request arrives, and its answer is lost.
    Unanswered,
    /// The request arrives that many milliseconds after the connection broke.
    Late(i64),
    /// The request waits that many milliseconds for a connection. The process dies, and the request
    /// arrives that many milliseconds later.
    Slow(i64, i64),
    /// The call was cancelled while the intent was written down.
    Withdrawn,
}

#[derive(Clone, Debug)]
pub(super) enum Act {
    Set(usize, i64),
    Move(usize, usize, i64),
    Flags(Vec<(usize, usize)>),
    Create(i64, usize),
    Undo(usize),
    ByHand(usize),
    MoveByHand(usize, usize, i64),
    FlagByHand(usize),
    /// Somebody makes by hand exactly the change of an operation.
    Likewise(usize),
}

/// An act; the request that fails, its fault and whether the process dies of it; and the
/// milliseconds until the next act.
pub(super) type Turn = (Act, Option<(usize, Fault, bool)>, i64);

fn is_budgeted(edit: &Edit) -> bool {
    edit.field == Field::Budgeted
}

impl World {
    pub(super) fn edits(&self, act: &Act) -> Vec<Vec<Edit>> {
        let budget = |category: usize| Edit::budgeted(MONTH, CATEGORIES[category], 0, 0);
        let from = |mut edit: Edit, after: Value| {
            edit.before = self.value(&edit);
            edit.after = after;
            edit
        };
        let by = |category: usize, by: i64| {
            let edit = budget(category);
            let now = self.value(&edit).as_i64().unwrap();
            from(edit, (now + by).into())
        };
        let steps = match act {
            Act::Set(one, to) => vec![vec![from(budget(*one), (*to).into())]],
            Act::Move(one, two, amount) if one != two => {
                vec![vec![by(*one, -amount)], vec![by(*two, *amount)]]
            }
            Act::Flags(flags) => {
                let flags: BTreeMap<_, _> = flags.iter().copied().collect();
                let edit = |(row, color): (usize, usize)| {
                    let color = [Value::Null, "red".into(), "blue".into()][color].clone();
                    from(
                        Edit::new(Field::Flag, ROWS[row], Value::Null, Value::Null),
                        color,
                    )
                };
                vec![
                    flags
                        .into_iter()
                        .map(edit)
                        .filter(|edit| edit.before != edit.after)
                        .collect(),
                ]
            }
            Act::Create(amount, count) => {
                let row = Edit::created(
                    json!({"account_id": "x", "date": "2026-12-02", "amount": amount}),
                );
                vec![vec![row; *count]]
            }
            Act::Undo(number) => self.back(*number),
            _ => Vec::new(),
        };
        let is_change = steps.iter().flatten().all(|edit| edit.before != edit.after);
        if is_change {
            steps.into_iter().filter(|step| !step.is_empty()).collect()
        } else {
            Vec::new()
        }
    }

    /// Returns the way back as `undo_operation` makes it: of all that is in effect, or of nothing.
    fn back(&self, number: usize) -> Vec<Vec<Edit>> {
        let Some(told) = self
            .journal
            .get(number)
            .filter(|told| told.entry.state.is_in_effect())
        else {
            return Vec::new();
        };
        let (applied, others): (Vec<_>, Vec<_>) = told
            .steps
            .iter()
            .partition(|step| step.state.is_in_effect());
        let is_half = others.iter().any(|step| step.edits.iter().any(is_budgeted));
        if is_half && applied.iter().any(|step| step.reread) {
            return Vec::new();
        }
        let edits: Vec<&Edit> = applied.iter().flat_map(|step| &step.edits).collect();
        if edits.iter().any(|edit| self.value(edit) != edit.after) {
            return Vec::new();
        }
        if edits.iter().all(|edit| edit.field == Field::Flag) {
            return vec![edits.iter().map(|edit| edit.reversed()).collect()];
        }
        edits
            .iter()
            .rev()
            .map(|edit| vec![edit.reversed()])
            .collect()
    }
}
