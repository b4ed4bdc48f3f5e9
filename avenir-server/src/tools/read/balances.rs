//! The tools that show what a month's categories got, spent and have left.

use avenir_ynab::{
    Decimal, Milliunits, MoneyError,
    model::{self, Category},
};
use rmcp::{Json, handler::server::tool::schema_for_output, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Read, Source, Told, args::Parameters, inexact, name};
use crate::{
    server::Server,
    tools::{CARD_PAYMENTS, dates::Month, progress::Progress},
};

/// Arguments of `get_category_balances`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfCategories {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// YYYY-MM-01; default: current.
    #[serde(default)]
    month: Month,
    /// Also categories without any amount.
    #[serde(default)]
    include_empty: bool,
}

/// Arguments of a tool about one month.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfMonth {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// YYYY-MM-01; default: current.
    #[serde(default)]
    month: Month,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Balances {
    month: String,
    categories: Vec<BalanceLine>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct BalanceLine {
    category_id: String,
    name: String,
    group: String,
    /// Assigned.
    budgeted: Decimal,
    /// Spent (negative) or received.
    activity: Decimal,
    /// Available.
    balance: Decimal,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Summary {
    month: String,
    /// Received to be assigned.
    income: Decimal,
    /// Assigned.
    budgeted: Decimal,
    /// Spent (negative) or received in categories.
    activity: Decimal,
    /// Negative: more was assigned than there is.
    ready_to_assign: Decimal,
    /// In days.
    age_of_money: Option<i64>,
    overspent: Vec<Overspent>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Overspent {
    category_id: String,
    name: String,
    group: String,
    /// The user hid it, and it overspends all the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
    /// Negative.
    balance: Decimal,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Usages {
    month: String,
    categories: Vec<Usage>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Usage {
    id: String,
    name: String,
    group: String,
    budgeted: Decimal,
    /// Left from the months before.
    carried_over: Decimal,
    /// Spent; negative where more came back.
    actual: Decimal,
    /// Available.
    balance: Decimal,
    /// Null where nothing is budgeted.
    utilization_pct: Option<Decimal>,
}

#[tool_router(router = balance_tools, vis = "pub(super)")]
impl Server {
    /// Show what is assigned to each category in a month, what was spent and what is left, in the
    /// plan's order. Use it for "can we still eat out this month?" and for the ids of categories.
    /// Rule: balance is the previous month's balance, plus budgeted, plus activity. Hidden
    /// categories and YNAB's own are left out. For the month's totals use `get_monthly_summary`, for
    /// shares of a budget `get_budget_vs_actual`, for several months `get_spending_trends`.
    #[tool(
        output_schema = schema_for_output::<Told<Balances>>(),
        annotations(
            title = "Category balances of a month",
            read_only_hint = true,
            open_world_hint = true
        )
    )]
    async fn get_category_balances(
        &self,
        Parameters(args, progress): Parameters<OfCategories>,
    ) -> Read<Balances> {
        let args = args?;
        let (source, month) = self.month(&args.plan_id, args.month, progress).await?;
        let listed = month.categories.iter().filter(|one| is_visible(one));
        let listed = listed.filter(|one| args.include_empty || !is_empty(one));
        Ok(Json(source.told(Balances {
            categories: listed.map(BalanceLine::from).collect(),
            month: month.summary.month,
        })))
    }

    /// Show the totals of a month, its Ready to Assign, and the overspent categories. Use it to
    /// begin a review. Rule: the totals are YNAB's own; a category is overspent when its balance is
    /// negative, also if it is hidden; the current month is partial. For every category use
    /// `get_category_balances`, for earlier months `get_spending_trends`, for unmet targets
    /// `get_underfunded_targets`.
    #[tool(
        output_schema = schema_for_output::<Told<Summary>>(),
        annotations(title = "Totals of a month", read_only_hint = true, open_world_hint = true)
    )]
    async fn get_monthly_summary(
        &self,
        Parameters(args, progress): Parameters<OfMonth>,
    ) -> Read<Summary> {
        let args = args?;
        let (source, month) = self.month(&args.plan_id, args.month, progress).await?;
        let overspent = month
            .categories
            .iter()
            .filter(|one| !(one.internal || one.deleted) && one.balance.0 < 0)
            .map(|one| Overspent {
                hidden: one.hidden,
                category_id: one.id.clone(),
                name: name(&one.name),
                group: group(one),
                balance: one.balance.decimal(),
            });
        Ok(Json(source.told(Summary {
            overspent: overspent.collect(),
            month: month.summary.month,
            income: month.summary.income.decimal(),
            budgeted: month.summary.budgeted.decimal(),
            activity: month.summary.activity.decimal(),
            ready_to_assign: month.summary.to_be_budgeted.decimal(),
            age_of_money: month.summary.age_of_money,
        })))
    }

    /// Compare planned with spent, category by category, in a month. Use it for "where did we spend
    /// more than we planned?". Rule: `utilization_pct` is actual / budgeted × 100, to one decimal;
    /// `carried_over` is balance − budgeted + actual. So a category above 100 % may still have money
    /// left from earlier months. Hidden categories, YNAB's own, those that pay cards and those
    /// without any amount are left out. For money left to spend use `get_category_balances`, for
    /// several months `get_spending_trends`.
    #[tool(
        output_schema = schema_for_output::<Told<Usages>>(),
        annotations(title = "Budget against actual", read_only_hint = true, open_world_hint = true)
    )]
    async fn get_budget_vs_actual(
        &self,
        Parameters(args, progress): Parameters<OfMonth>,
    ) -> Read<Usages> {
        let args = args?;
        let (source, month) = self.month(&args.plan_id, args.month, progress).await?;
        let listed = month
            .categories
            .iter()
            .filter(|one| is_visible(one) && !is_empty(one))
            .filter(|one| one.category_group_name.as_deref() != Some(CARD_PAYMENTS));
        let listed: Result<_, MoneyError> = listed.map(Usage::try_from).collect();
        Ok(Json(source.told(Usages {
            categories: listed.map_err(inexact)?,
            month: month.summary.month,
        })))
    }
}

impl Server {
    async fn month(
        &self,
        plan_id: &str,
        month: Month,
        progress: Progress,
    ) -> Result<(Source<'_>, model::Month), String> {
        let mut source = Source::once(&self.client, plan_id, progress);
        let month = source.month(month).await?;
        Ok((source, month))
    }
}

pub(super) fn is_visible(category: &Category) -> bool {
    !(category.hidden || category.internal || category.deleted)
}

fn is_empty(category: &Category) -> bool {
    [category.budgeted, category.activity, category.balance] == [Milliunits::default(); 3]
}

pub(super) fn group(category: &Category) -> String {
    name(category.category_group_name.as_deref().unwrap_or_default())
}

impl From<&Category> for BalanceLine {
    fn from(category: &Category) -> Self {
        Self {
            category_id: category.id.clone(),
            name: name(&category.name),
            group: group(category),
            budgeted: category.budgeted.decimal(),
            activity: category.activity.decimal(),
            balance: category.balance.decimal(),
        }
    }
}

impl TryFrom<&Category> for Usage {
    type Error = MoneyError;

    fn try_from(category: &Category) -> Result<Self, MoneyError> {
        let spent = category.activity.checked_neg()?;
        let before = category.balance.checked_sub(category.budgeted)?;
        Ok(Self {
            id: category.id.clone(),
            name: name(&category.name),
            group: group(category),
            budgeted: category.budgeted.decimal(),
            carried_over: before.checked_add(spent)?.decimal(),
            actual: spent.decimal(),
            balance: category.balance.decimal(),
            utilization_pct: share(spent, category.budgeted).map(Milliunits::decimal),
        })
    }
}

/// Returns `part` of `whole` in per cent, rounded to one decimal with a half away from zero. The
/// share is in thousandths of a per cent, so that the share prints as amounts do. `None` if `whole`
/// is 0, or the share is too large for an amount.
fn share(part: Milliunits, whole: Milliunits) -> Option<Milliunits> {
    if whole.0 == 0 {
        return None;
    }
    let (part, whole) = (i128::from(part.0), i128::from(whole.0));
    let twice = part * 2_000 / whole;
    let tenths = i128::midpoint(twice, twice.signum());
    Some(Milliunits(i64::try_from(tenths * 100).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_once() {
        for (part, whole, shown) in [
            (50_000, 200_000, "25"),
            (1, 3, "33.3"),
            (2, 3, "66.7"),
            (1_005, 100_000, "1"),
            (1_050, 100_000, "1.1"),
            (1_049, 100_000, "1"),
            (-1_050, 100_000, "-1.1"),
            (250_000, 200_000, "125"),
        ] {
            let share = share(Milliunits(part), Milliunits(whole)).unwrap();
            assert_eq!(share.decimal().to_string(), shown, "{part}/{whole}");
        }
        assert_eq!(share(Milliunits(1), Milliunits(0)), None);
        assert_eq!(share(Milliunits(i64::MIN), Milliunits(1)), None);
    }
}
