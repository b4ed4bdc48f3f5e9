use serde::Deserialize;

use super::tolerant::or_empty;
use crate::Milliunits;

/// A group of categories.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct CategoryGroup {
    /// YNAB's id.
    pub id: String,
    /// The name that the user gave the group.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// True if the user hid the group.
    #[serde(default, deserialize_with = "or_empty")]
    pub hidden: bool,
    /// True if the group is YNAB's own.
    #[serde(default, deserialize_with = "or_empty")]
    pub internal: bool,
    /// True if the group was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
    /// The categories of the group.
    #[serde(default, deserialize_with = "or_empty")]
    pub categories: Vec<Category>,
}

/// A category, with the amounts of one month.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Category {
    /// YNAB's id.
    pub id: String,
    /// The id of the category's group.
    #[serde(default, deserialize_with = "or_empty")]
    pub category_group_id: String,
    /// The name of the category's group.
    #[serde(default)]
    pub category_group_name: Option<String>,
    /// The name that the user gave the category.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// True if the user hid the category.
    #[serde(default, deserialize_with = "or_empty")]
    pub hidden: bool,
    /// True if the category is YNAB's own, such as `Inflow: Ready to Assign`.
    #[serde(default, deserialize_with = "or_empty")]
    pub internal: bool,
    /// The user's note.
    #[serde(default)]
    pub note: Option<String>,
    /// The assigned amount of the month.
    #[serde(default, deserialize_with = "or_empty")]
    pub budgeted: Milliunits,
    /// The amount that was spent (negative) or received in the month.
    #[serde(default, deserialize_with = "or_empty")]
    pub activity: Milliunits,
    /// The available amount: carried over, plus budgeted, plus activity. For
    /// `Inflow: Ready to Assign` this is the sum of all inflows ever; the amount that is ready to
    /// assign is [`MonthSummary::to_be_budgeted`].
    #[serde(default, deserialize_with = "or_empty")]
    pub balance: Milliunits,
    /// YNAB's word for the kind of the target, such as `NEED`; `None` without a target.
    #[serde(default)]
    pub goal_type: Option<String>,
    /// The amount of the target.
    #[serde(default)]
    pub goal_target: Option<Milliunits>,
    /// The day by which to reach the target, `YYYY-MM-DD`.
    #[serde(default)]
    pub goal_target_date: Option<String>,
    /// YNAB's code for the target's cadence: [`MONTHLY`](Self::MONTHLY), [`WEEKLY`](Self::WEEKLY),
    /// [`YEARLY`](Self::YEARLY), 0 for a target that does not repeat, or another code.
    #[serde(default)]
    pub goal_cadence: Option<i64>,
    /// The number of cadence periods between two due dates. `None` counts as 1.
    #[serde(default)]
    pub goal_cadence_frequency: Option<i64>,
    /// The due day of the week (Sunday is 0) or of the month. `None` is the last day of the month.
    #[serde(default)]
    pub goal_day: Option<i64>,
    /// True if the whole amount is set aside each time, even if money is left.
    #[serde(default)]
    pub goal_needs_whole_amount: Option<bool>,
    /// The amount that is missing this month; positive for a shortfall.
    #[serde(default)]
    pub goal_under_funded: Option<Milliunits>,
    /// The amount that is missing over the target's whole period.
    #[serde(default)]
    pub goal_overall_left: Option<Milliunits>,
    /// The progress of the target, in percent.
    #[serde(default)]
    pub goal_percentage_complete: Option<i64>,
    /// The number of months that are left to fund the target, including this month.
    #[serde(default)]
    pub goal_months_to_budget: Option<i64>,
    /// The time at which the user snoozed the target for this month, RFC 3339 UTC.
    #[serde(default)]
    pub goal_snoozed_at: Option<String>,
    /// True if the category was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

impl Category {
    /// The [cadence](Self::goal_cadence) of a target each month.
    pub const MONTHLY: i64 = 1;
    /// The cadence of a target each week.
    pub const WEEKLY: i64 = 2;
    /// The cadence of a target each year.
    pub const YEARLY: i64 = 13;
}

/// A month of a plan.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct MonthSummary {
    /// The first day, `YYYY-MM-01`.
    pub month: String,
    /// The user's note.
    #[serde(default)]
    pub note: Option<String>,
    /// The income of the month.
    #[serde(default, deserialize_with = "or_empty")]
    pub income: Milliunits,
    /// The assigned amount.
    #[serde(default, deserialize_with = "or_empty")]
    pub budgeted: Milliunits,
    /// The amount that was spent (negative) or received, without income.
    #[serde(default, deserialize_with = "or_empty")]
    pub activity: Milliunits,
    /// The amount that is Ready to Assign.
    #[serde(default, deserialize_with = "or_empty")]
    pub to_be_budgeted: Milliunits,
    /// The age of money in days; `None` on young plans.
    #[serde(default)]
    pub age_of_money: Option<i64>,
    /// True if the month was deleted.
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
