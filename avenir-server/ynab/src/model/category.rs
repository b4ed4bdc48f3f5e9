use serde::Deserialize;

use super::tolerant::or_empty;
use crate::Milliunits;

/// A group of categories.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct CategoryGroup {
    /// YNAB's id.
    pub id: String,
    /// The user's name for it.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// Whether the user hid it.
    #[serde(default, deserialize_with = "or_empty")]
    pub hidden: bool,
    /// Whether it is YNAB's own.
    #[serde(default, deserialize_with = "or_empty")]
    pub internal: bool,
    /// Whether it is gone.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
    /// What is in it.
    #[serde(default, deserialize_with = "or_empty")]
    pub categories: Vec<Category>,
}

/// A category, with the amounts of one month.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Category {
    /// YNAB's id.
    pub id: String,
    /// The group it is in.
    #[serde(default, deserialize_with = "or_empty")]
    pub category_group_id: String,
    /// That group's name.
    #[serde(default)]
    pub category_group_name: Option<String>,
    /// The user's name for it.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// Whether the user hid it.
    #[serde(default, deserialize_with = "or_empty")]
    pub hidden: bool,
    /// Whether it is YNAB's own, such as `Inflow: Ready to Assign`.
    #[serde(default, deserialize_with = "or_empty")]
    pub internal: bool,
    /// The user's words.
    #[serde(default)]
    pub note: Option<String>,
    /// Assigned this month.
    #[serde(default, deserialize_with = "or_empty")]
    pub budgeted: Milliunits,
    /// Spent (negative) or received this month.
    #[serde(default, deserialize_with = "or_empty")]
    pub activity: Milliunits,
    /// Available: carried over, plus budgeted, plus activity. Of `Inflow: Ready to Assign` it is the
    /// sum of all inflows ever: what is ready to assign is [`MonthSummary::to_be_budgeted`].
    #[serde(default, deserialize_with = "or_empty")]
    pub balance: Milliunits,
    /// YNAB's word for the kind of its target, such as `NEED`; none without a target.
    #[serde(default)]
    pub goal_type: Option<String>,
    /// The target's amount.
    #[serde(default)]
    pub goal_target: Option<Milliunits>,
    /// When the target is to be reached, `YYYY-MM-DD`.
    #[serde(default)]
    pub goal_target_date: Option<String>,
    /// How often it repeats, as YNAB counts: [`MONTHLY`](Self::MONTHLY), [`WEEKLY`](Self::WEEKLY),
    /// [`YEARLY`](Self::YEARLY), or 0 for not at all.
    #[serde(default)]
    pub goal_cadence: Option<i64>,
    /// Every how many of those; 1 if it is not said.
    #[serde(default)]
    pub goal_cadence_frequency: Option<i64>,
    /// The day of the week (Sunday is 0) or of the month that it is due; none if any will do.
    #[serde(default)]
    pub goal_day: Option<i64>,
    /// Whether the whole amount is set aside each time, whatever is left of it.
    #[serde(default)]
    pub goal_needs_whole_amount: Option<bool>,
    /// What is missing this month to stay on track; positive is the shortfall.
    #[serde(default)]
    pub goal_under_funded: Option<Milliunits>,
    /// What is missing over the target's whole period.
    #[serde(default)]
    pub goal_overall_left: Option<Milliunits>,
    /// How far along the target is, in per cent.
    #[serde(default)]
    pub goal_percentage_complete: Option<i64>,
    /// Months left to fund it, this one included.
    #[serde(default)]
    pub goal_months_to_budget: Option<i64>,
    /// When the user put it off for this month, RFC 3339 UTC.
    #[serde(default)]
    pub goal_snoozed_at: Option<String>,
    /// Whether it is gone.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

impl Category {
    /// The [cadence](Self::goal_cadence) of a target each month.
    pub const MONTHLY: i64 = 1;
    /// Each week.
    pub const WEEKLY: i64 = 2;
    /// Each year.
    pub const YEARLY: i64 = 13;
}

/// A month of a plan.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct MonthSummary {
    /// Its first day, `YYYY-MM-01`.
    pub month: String,
    /// The user's words.
    #[serde(default)]
    pub note: Option<String>,
    /// What came in to be assigned.
    #[serde(default, deserialize_with = "or_empty")]
    pub income: Milliunits,
    /// What was assigned.
    #[serde(default, deserialize_with = "or_empty")]
    pub budgeted: Milliunits,
    /// What was spent (negative) or received, but for income.
    #[serde(default, deserialize_with = "or_empty")]
    pub activity: Milliunits,
    /// Ready to Assign.
    #[serde(default, deserialize_with = "or_empty")]
    pub to_be_budgeted: Milliunits,
    /// In days; none on young plans.
    #[serde(default)]
    pub age_of_money: Option<i64>,
    /// Whether it is gone.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

/// A month with every category.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Month {
    /// The month itself.
    #[serde(flatten)]
    pub summary: MonthSummary,
    /// The categories, with their amounts in this month.
    #[serde(default, deserialize_with = "or_empty")]
    pub categories: Vec<Category>,
}
