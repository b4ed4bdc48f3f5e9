//! The tool that lists the targets that still need money.

use std::cmp::Reverse;

use avenir_ynab::{Decimal, Milliunits, model::Category};
use rmcp::{Json, handler::server::tool::schema_for_output, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Read, Source, Told,
    args::{Limit, Parameters},
    balances::{group, is_visible},
    inexact, name, sum,
};
use crate::{server::Server, tools::dates::Month};

/// Arguments of `get_underfunded_targets`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Underfunded {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// YYYY-MM-01; default: current.
    #[serde(default)]
    month: Month,
    /// Default: all. The sums count every target.
    limit: Option<Limit>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Shortfall {
    /// The result in one sentence.
    message: String,
    month: String,
    targets: Vec<TargetLine>,
    /// Such as "5 of 8".
    shown: String,
    /// How many are not listed.
    more: usize,
    /// By all of them.
    needed: Decimal,
    ready_to_assign: Decimal,
    enough: bool,
    /// The part of needed that Ready to Assign covers.
    covered: Decimal,
    short_by: Decimal,
    /// How many targets are met.
    on_track: usize,
    /// Left out: the user snoozed them.
    snoozed: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct TargetLine {
    category_id: String,
    name: String,
    group: String,
    /// Such as "450 each month".
    target: String,
    due: Option<String>,
    /// This month.
    needed: Decimal,
    /// Over its whole period.
    left: Option<Decimal>,
    percent_complete: Option<i64>,
    /// This one included.
    months_left: Option<i64>,
    urgency: Urgency,
}

/// In the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
enum Urgency {
    DueDate,
    Repeating,
    Other,
}

#[tool_router(router = target_tools, vis = "pub(super)")]
impl Server {
    /// List the underfunded targets of a month, the most pressing first, against Ready to Assign.
    /// Use it for "is there enough for everything we set aside for?". Rule: needed is what YNAB
    /// calls underfunded; dated targets come first, by date; then those of each month or week and
    /// debts; then the others; the largest need leads; covered is the smaller of needed and Ready to
    /// Assign. Snoozed targets and hidden categories are left out. For the money in each category
    /// use `get_category_balances`.
    #[tool(
        output_schema = schema_for_output::<Told<Shortfall>>(),
        annotations(title = "Underfunded targets", read_only_hint = true, open_world_hint = true)
    )]
    async fn get_underfunded_targets(
        &self,
        Parameters(args, progress): Parameters<Underfunded>,
    ) -> Read<Shortfall> {
        let args = args?;
        let mut source = Source::once(&self.client, &args.plan_id, progress);
        let month = source.month(args.month).await?;
        let with_target = month.categories.iter();
        let (snoozed, active): (Vec<&Category>, Vec<&Category>) = with_target
            .filter(|one| is_visible(one) && one.goal_type.is_some())
            .partition(|one| one.goal_snoozed_at.is_some());
        let mut short: Vec<&Category> = active
            .iter()
            .copied()
            .filter(|one| needed(one).0 > 0)
            .collect();
        short.sort_by_cached_key(|one| {
            let urgency = urgency(one);
            let due = one.goal_target_date.clone();
            let due = due.filter(|_| urgency == Urgency::DueDate);
            (urgency, due, Reverse(needed(one)), one.name.clone())
        });
        let all = sum(short.iter().map(|one| needed(one)))?;
        let ready = month.summary.to_be_budgeted;
        let covered = ready.max(Milliunits::default()).min(all);
        let gap = all.checked_sub(covered).map_err(inexact)?;
        let listed = args
            .limit
            .map_or(short.len(), |limit| limit.0.min(short.len()));
        Ok(Json(source.told(Shortfall {
            message: message(short.len(), all, ready, gap),
            targets: short.iter().take(listed).map(|one| line(one)).collect(),
            shown: format!("{listed} of {}", short.len()),
            more: short.len() - listed,
            needed: all.decimal(),
            ready_to_assign: ready.decimal(),
            enough: gap.0 == 0,
            covered: covered.decimal(),
            short_by: gap.decimal(),
            on_track: active.len() - short.len(),
            snoozed: snoozed.iter().map(|one| name(&one.name)).collect(),
            month: month.summary.month,
        })))
    }
}

fn needed(category: &Category) -> Milliunits {
    category.goal_under_funded.unwrap_or_default()
}

fn message(count: usize, all: Milliunits, ready: Milliunits, gap: Milliunits) -> String {
    let (all, ready, missing) = (all.decimal(), ready.decimal(), gap.decimal());
    match (count, gap.0) {
        (0, _) => "No target needs more money this month.".to_owned(),
        (1, 0) => format!("1 target needs {all}; Ready to Assign has {ready}: enough."),
        (1, _) => format!("1 target needs {all}; Ready to Assign has {ready}: {missing} short."),
        (_, 0) => format!("{count} targets need {all}; Ready to Assign has {ready}: enough."),
        _ => format!("{count} targets need {all}; Ready to Assign has {ready}: {missing} short."),
    }
}

fn line(category: &Category) -> TargetLine {
    TargetLine {
        category_id: category.id.clone(),
        name: name(&category.name),
        group: group(category),
        target: target(category),
        due: category.goal_target_date.clone(),
        needed: needed(category).decimal(),
        left: category.goal_overall_left.map(Milliunits::decimal),
        percent_complete: category.goal_percentage_complete,
        months_left: category.goal_months_to_budget,
        urgency: urgency(category),
    }
}

fn urgency(category: &Category) -> Urgency {
    match (category.goal_type.as_deref(), category.goal_cadence) {
        (Some("MF" | "DEBT"), _) | (_, Some(Category::MONTHLY | Category::WEEKLY)) => {
            Urgency::Repeating
        }
        _ if category.goal_target_date.is_some() => Urgency::DueDate,
        _ => Urgency::Other,
    }
}

/// Returns the target in the words of its owner.
fn target(category: &Category) -> String {
    let amount = category.goal_target.unwrap_or_default().decimal();
    match (
        category.goal_type.as_deref(),
        category.goal_cadence,
        &category.goal_target_date,
    ) {
        (_, Some(Category::WEEKLY), _) => format!("{amount} each week"),
        (Some("MF" | "DEBT"), ..) | (_, Some(Category::MONTHLY), _) => {
            format!("{amount} each month")
        }
        (_, Some(Category::YEARLY), Some(date)) => {
            format!("{amount} each year, next by {}", name(date))
        }
        (_, _, Some(date)) => format!("{amount} by {}", name(date)),
        _ => format!("{amount} in all"),
    }
}
