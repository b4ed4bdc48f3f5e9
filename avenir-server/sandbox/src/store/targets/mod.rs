//! Targets: their writable fields, and their progress.

mod progress;

use jiff::civil::Date;
use rusqlite::{Row, named_params};
use serde_json::{Value, json};

use super::Scope;
use crate::answer::Entity;
use crate::failure::{Failure, Problems};
use crate::store::Patch;

use self::progress::{Facts, Progress};

/// The fields of a target that a request sends.
#[derive(Debug, Default)]
pub(crate) struct TargetEdit {
    pub(crate) target: Patch<i64>,
    pub(crate) date: Patch<Date>,
    pub(crate) needs_whole_amount: Patch<bool>,
    pub(crate) frequency: Patch<String>,
}

/// A target as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Target {
    kind: String,
    amount: i64,
    date: Option<Date>,
    needs_whole_amount: Option<bool>,
    cadence: i64,
    cadence_frequency: Option<i64>,
    day: Option<i64>,
    creation_month: Date,
}

const MONTHLY: i64 = 1;
const WEEKLY: i64 = 2;
const YEARLY: i64 = 13;

/// Sets, changes or removes the target of a category.
pub(crate) fn apply(scope: &Scope<'_>, category: &str, edit: TargetEdit) -> Result<(), Failure> {
    let sql = "SELECT * FROM categories WHERE id = ?1";
    let (role, stored): (String, Option<Target>) = scope.db.query_row(sql, [category], |row| {
        Ok((row.get("role")?, Target::from_row(row)?))
    })?;
    let mut problems = Problems::default();
    let target = changed(scope, &role, stored, edit, &mut problems);
    let target = problems.or(target)?;
    let target = target.as_ref();
    scope.db.execute(
        "UPDATE categories SET goal_type = :kind, goal_target = :amount, goal_target_date = :date,
             goal_needs_whole_amount = :whole, goal_cadence = :cadence,
             goal_cadence_frequency = :frequency, goal_day = :day, goal_creation_month = :created
         WHERE id = :id AND (goal_type, goal_target, goal_target_date, goal_needs_whole_amount,
                 goal_cadence, goal_cadence_frequency, goal_day, goal_creation_month)
             IS NOT (:kind, :amount, :date, :whole, :cadence, :frequency, :day, :created)",
        named_params! {
            ":id": category,
            ":kind": target.map(|target| &target.kind),
            ":amount": target.map(|target| target.amount),
            ":date": target.and_then(|target| target.date).map(|date| date.to_string()),
            ":whole": target.and_then(|target| target.needs_whole_amount),
            ":cadence": target.map(|target| target.cadence),
            ":frequency": target.and_then(|target| target.cadence_frequency),
            ":day": target.and_then(|target| target.day),
            ":created": target.map(|target| target.creation_month.to_string()),
        },
    )?;
    Ok(())
}

/// Returns the target after an edit. An amount alone keeps the kind of the existing target, and the
/// kind itself cannot be written.
fn changed(
    scope: &Scope<'_>,
    role: &str,
    stored: Option<Target>,
    edit: TargetEdit,
    problems: &mut Problems,
) -> Option<Target> {
    let is_card = role == "card";
    let has_amount = matches!(edit.target, Patch::Value(_));
    if let Patch::Value(amount) = edit.target
        && amount <= 0
    {
        problems.add("goal_target must be positive");
    }
    let mut target = match edit.target {
        Patch::Null => None,
        Patch::Absent => stored,
        Patch::Value(amount) => {
            let kept = stored.unwrap_or_else(|| Target::new(scope, is_card));
            Some(Target { amount, ..kept })
        }
    };
    if let Some(frequency) = edit.frequency.value() {
        if !has_amount {
            problems.add("goal_frequency requires goal_target");
        }
        if matches!(edit.date, Patch::Value(_)) {
            problems.add("goal_frequency cannot be combined with goal_target_date");
        }
        if is_card {
            problems.add("goal_frequency is not supported for credit card payment categories");
        }
        target = target.map(|target| Target {
            amount: target.amount,
            ..Target::repeating(scope, &frequency)
        });
    }
    match (edit.date, &mut target) {
        (Patch::Value(date), Some(target)) => target.set_date(date, is_card),
        (Patch::Value(_), None) => problems.add("goal_target_date requires goal_target"),
        (Patch::Null, Some(target)) => target.without_date(),
        _ => {}
    }
    match (edit.needs_whole_amount, &mut target) {
        (Patch::Value(whole), Some(target)) if target.kind == "NEED" => {
            target.needs_whole_amount = Some(whole);
        }
        (Patch::Value(_), _) => {
            problems.add("goal_needs_whole_amount is only supported for NEED goals");
        }
        _ => {}
    }
    target
}

impl Target {
    fn new(scope: &Scope<'_>, is_card: bool) -> Self {
        Self {
            kind: if is_card { "MF" } else { "NEED" }.to_owned(),
            amount: 0,
            date: None,
            needs_whole_amount: (!is_card).then_some(true),
            cadence: MONTHLY,
            cadence_frequency: Some(1),
            day: None,
            creation_month: scope.today.first_of_month(),
        }
    }

    fn repeating(scope: &Scope<'_>, frequency: &str) -> Self {
        let cadence = match frequency {
            "weekly" => WEEKLY,
            "yearly" => YEARLY,
            _ => MONTHLY,
        };
        Self {
            cadence,
            // Weekly targets are due on Sundays.
            day: (cadence == WEEKLY).then_some(0),
            ..Self::new(scope, false)
        }
    }

    /// Sets the date. On a card, and on a TB target from the app, the kind becomes TBD.
    fn set_date(&mut self, date: Date, is_card: bool) {
        if is_card || self.kind == "TB" {
            self.kind = String::from("TBD");
        }
        self.date = Some(date);
        self.cadence = 0;
        self.cadence_frequency = None;
        self.day = None;
    }

    fn without_date(&mut self) {
        if self.date.take().is_some() {
            self.cadence = MONTHLY;
            self.cadence_frequency = Some(1);
            if self.kind == "TBD" {
                self.kind = String::from("MF");
            }
        }
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Option<Self>> {
        let Some(kind) = row.get("goal_type")? else {
            return Ok(None);
        };
        let date: Option<String> = row.get("goal_target_date")?;
        let created: Option<String> = row.get("goal_creation_month")?;
        Ok(Some(Self {
            kind,
            amount: row.get("goal_target")?,
            date: date.and_then(|date| date.parse().ok()),
            needs_whole_amount: row.get("goal_needs_whole_amount")?,
            cadence: row.get::<_, Option<i64>>("goal_cadence")?.unwrap_or(0),
            cadence_frequency: row.get("goal_cadence_frequency")?,
            day: row.get("goal_day")?,
            creation_month: created
                .and_then(|month| month.parse().ok())
                .unwrap_or(Date::MIN),
        }))
    }
}

/// Adds the target of a category to its JSON, with its progress in the row's month.
pub(super) fn describe<'a, 's>(
    entity: Entity<'a, 's>,
    row: &Row<'_>,
) -> rusqlite::Result<Entity<'a, 's>> {
    let target = Target::from_row(row)?;
    let month: String = row.get("month")?;
    let facts = Facts {
        month: month.parse().unwrap_or(Date::MIN),
        budgeted: row.get("budgeted")?,
        activity: row.get("activity")?,
        balance: row.get("balance")?,
    };
    let progress = target
        .as_ref()
        .map_or_else(Progress::default, |target| Progress::of(target, &facts));
    let field = |read: fn(&Target) -> Value| target.as_ref().map_or(Value::Null, read);
    Ok(entity
        .put("goal_type", field(|target| json!(target.kind)))
        .put(
            "goal_needs_whole_amount",
            field(|target| json!(target.needs_whole_amount)),
        )
        .put("goal_day", field(|target| json!(target.day)))
        .put("goal_cadence", field(|target| json!(target.cadence)))
        .put(
            "goal_cadence_frequency",
            field(|target| json!(target.cadence_frequency)),
        )
        .put(
            "goal_creation_month",
            field(|target| json!(target.creation_month.to_string())),
        )
        .put(
            "goal_target_date",
            field(|target| json!(target.date.map(|date| date.to_string()))),
        )
        .put("goal_percentage_complete", json!(progress.percentage))
        .put("goal_months_to_budget", json!(progress.months))
        .nulls(&["goal_target_month", "goal_snoozed_at"])
        .amount("goal_target", target.as_ref().map(|target| target.amount))
        .amount("goal_under_funded", progress.under_funded)
        .amount("goal_overall_funded", progress.funded)
        .amount("goal_overall_left", progress.left))
}
