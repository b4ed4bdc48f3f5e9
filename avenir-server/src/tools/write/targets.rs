//! The tool that changes the targets of categories.

use avenir_ynab::{
    change::{Edit, Field, Frequency, SetTarget, Target},
    rules,
};
use confirm::{Reply, Stop};
use jiff::civil::Date;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    lookup::{Categories, Placed},
    money::Amount,
    problems::{Problems, quoted},
};
use crate::{
    server::Server,
    tools::{
        dates::{is_to_come, today},
        failed,
    },
};

/// Arguments of `set_category_target`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetCategoryTarget {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Category id.
    category_id: String,
    /// Greater than 0; without it, the target is removed.
    #[serde(default)]
    amount: Option<Amount>,
    /// `YYYY-MM-DD`: the day to reach it by.
    #[serde(default)]
    by_date: Option<String>,
    /// How often it is set aside.
    #[serde(default)]
    frequency: Option<Frequency>,
}

#[tool_router(router = goal_tools, vis = "pub(crate)")]
impl Server {
    /// Set, change or remove a category's target: an amount by a day, or one to set aside each
    /// month, week or year.
    ///
    /// Give `by_date` or frequency, not both. With neither, an existing target keeps its kind and
    /// gets the amount, and a new one is monthly. Without an amount the target is removed. The
    /// assigned amount stays: to change it use `set_category_budget`.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Set a category's target", idempotent_hint = true, open_world_hint = true)
    )]
    async fn set_category_target(
        &self,
        Parameters(args, call): Parameters<SetCategoryTarget>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_target)
                .await,
        )
    }
}

async fn propose_target(plan: OpenPlan, args: &SetCategoryTarget) -> Result<SetTarget, Stop> {
    let categories = Categories::read(&plan).await;
    let categories = categories.map_err(failed)?;
    let mut problems = Problems::default();
    let placed = problems.take("category_id", categories.own(&args.category_id));
    let amount = args.amount.as_ref();
    let amount = amount
        .map(|amount| amount.positive(plan.digits))
        .transpose();
    let amount = problems.take("amount", amount).flatten();
    let today = today(&plan.client);
    let by_date = args.by_date.as_deref();
    problems.take("by_date", by_date.map_or(Ok(()), |day| future(day, today)));
    problems.take("frequency", args.fits(placed));
    let placed = problems.all(placed)?;
    let before = Target::of(&placed.category, plan.digits);
    let after = args.goal(&before, amount, placed, plan.digits);
    let edit = Edit::new(Field::Target, "", before.value(), after.value());
    if edit.same(&edit.before, &edit.after) {
        return Err(WriteResult::nothing_to_do(
            "That is the category's target already: nothing was changed.",
        ));
    }
    Ok(SetTarget {
        plan_id: plan.id,
        category_id: args.category_id.clone(),
        amount,
        by_date: args.by_date.clone(),
        frequency: args.frequency,
        category: categories.name(placed),
        lost: !before.can_follow(&after)
            || Target::has_more(&placed.category)
                && before.with_amount(0, 0) != after.with_amount(0, 0),
        before,
        after,
    })
}

impl SetCategoryTarget {
    /// Fails if YNAB does not accept the fields together, or not on that category.
    fn fits(&self, placed: Option<&Placed>) -> Result<(), String> {
        let pays_card = placed.is_some_and(Placed::pays_card);
        let pays_loan = placed.is_some_and(|p| p.category.goal_type.as_deref() == Some("DEBT"));
        let why = match (&self.amount, &self.by_date, self.frequency) {
            (_, Some(_), Some(_)) => "give by_date or frequency, not both",
            (None, Some(_), _) | (None, _, Some(_)) => {
                "there is no amount: give one, or leave by_date and frequency out to remove the target"
            }
            (_, _, Some(_)) if pays_card => {
                "the category pays off a credit card: give an amount alone, or by_date"
            }
            (_, Some(_), _) | (_, _, Some(_)) if pays_loan => {
                "the category pays off a loan: give an amount alone"
            }
            _ => return Ok(()),
        };
        Err(why.to_owned())
    }

    /// Returns the target that YNAB makes of the arguments.
    fn goal(&self, before: &Target, amount: Option<i64>, placed: &Placed, digits: u32) -> Target {
        let Some(amount) = amount else {
            return Target::None;
        };
        match (&self.by_date, self.frequency) {
            (Some(date), _) => Target::ByDate {
                amount,
                digits,
                date: date.clone(),
                kind: if placed.pays_card() { "TBD" } else { "NEED" }.to_owned(),
            },
            (None, Some(often)) => Target::each(often, amount, digits),
            (None, None) if placed.pays_card() && *before == Target::None => Target::Other {
                amount,
                digits,
                kind: "MF".to_owned(),
            },
            (None, None) => before.with_amount(amount, digits),
        }
    }
}

/// Fails if the text is not a day that is still to come.
fn future(text: &str, today: Date) -> Result<(), String> {
    match rules::day(text) {
        Some(date) if is_to_come(date, today) => Ok(()),
        Some(_) => Err(format!("{text} is past: give a day that is still to come")),
        None => Err(format!("{} is not a date: use YYYY-MM-DD", quoted(text))),
    }
}
