//! The tools that change the amounts assigned to categories.

use avenir_ynab::{
    Error, Milliunits, MoneyError,
    change::{BudgetLine, MoveMoney, SetBudget},
    model::Month,
};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    lookup::Categories,
    money::Amount,
    problems::{Problems, quoted},
};
use crate::{
    server::Server,
    tools::{dates, failed, inexact},
};

/// Arguments of `set_category_budget`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetCategoryBudget {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// `YYYY-MM-01`, or `current`.
    month: String,
    /// Category id.
    category_id: String,
    /// The new amount, not a difference.
    amount: Amount,
}

/// Arguments of `move_money`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// `YYYY-MM-01`, or `current`.
    month: String,
    /// Category id that the money is taken from.
    from_category_id: String,
    /// Category id that it goes to.
    to_category_id: String,
    /// How much moves, greater than 0.
    amount: Amount,
}

#[tool_router(router = budget_tools, vis = "pub(crate)")]
impl Server {
    /// Set what is assigned ("budgeted") to a category in a month.
    ///
    /// The amount is the new total. To cover one category out of another use `move_money`, which
    /// asks once for both; for a goal that YNAB tracks, `set_category_target`.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Set a category's budget", idempotent_hint = true, open_world_hint = true)
    )]
    async fn set_category_budget(
        &self,
        Parameters(args, call): Parameters<SetCategoryBudget>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_budget)
                .await,
        )
    }

    /// Move assigned money from one category to another in a month.
    ///
    /// Use it to cover overspending. The amount is what moves, not a new total; for one category
    /// alone use `set_category_budget`.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Move money", idempotent_hint = false, open_world_hint = true)
    )]
    async fn move_money(&self, Parameters(args, call): Parameters<Move>) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_move)
                .await,
        )
    }
}

async fn propose_budget(plan: OpenPlan, args: &SetCategoryBudget) -> Result<SetBudget, Stop> {
    let mut problems = Problems::default();
    let month = problems.take("month", args.month.parse());
    let amount = problems.take("amount", args.amount.milliunits(plan.digits));
    let budget = Budget::read(&plan, month).await?;
    problems.take("month", budget.exists(month));
    let line = problems.take("category_id", budget.own(&args.category_id, plan.digits));
    let right = budget.first_day().zip(amount).zip(line.flatten());
    let ((month, amount), line) = problems.all(right)?;
    if line.before == amount {
        return Err(WriteResult::nothing_to_do(
            "That is what is assigned already: nothing was changed.",
        ));
    }
    let line = line.assigned(amount).map_err(inexact)?;
    Ok(SetBudget {
        plan_id: plan.id,
        category_id: args.category_id.clone(),
        month,
        amount,
        below_zero: line.available_after < line.available_before.min(0),
        category: line.category,
        before: line.before,
        available_before: line.available_before,
        available_after: line.available_after,
        digits: plan.digits,
    })
}

async fn propose_move(plan: OpenPlan, args: &Move) -> Result<MoveMoney, Stop> {
    let mut problems = Problems::default();
    let month = problems.take("month", args.month.parse());
    let amount = problems.take("amount", args.amount.positive(plan.digits));
    if args.from_category_id == args.to_category_id {
        problems.add(
            "to_category_id",
            "it is the same category twice: name another one to move money to",
        );
    }
    let budget = Budget::read(&plan, month).await?;
    problems.take("month", budget.exists(month));
    let from = problems.take(
        "from_category_id",
        budget.own(&args.from_category_id, plan.digits),
    );
    let to = problems.take(
        "to_category_id",
        budget.own(&args.to_category_id, plan.digits),
    );
    let right = budget
        .first_day()
        .zip(amount)
        .zip(from.flatten().zip(to.flatten()));
    let ((month, amount), (from, to)) = problems.all(right)?;
    Ok(MoveMoney {
        plan_id: plan.id,
        from_category_id: args.from_category_id.clone(),
        to_category_id: args.to_category_id.clone(),
        month,
        amount,
        below_zero: from.available_before < amount,
        from: from.category.clone(),
        to: to.category.clone(),
        lines: moved(&from, &to, amount).map_err(inexact)?,
        digits: plan.digits,
    })
}

/// Returns both categories after a move, the one that gives money first. Fails if an amount cannot
/// be exact.
fn moved(from: &BudgetLine, to: &BudgetLine, amount: i64) -> Result<[BudgetLine; 2], MoneyError> {
    let less = Milliunits(from.before).checked_sub(Milliunits(amount))?;
    let more = Milliunits(to.before).checked_add(Milliunits(amount))?;
    Ok([from.assigned(less.0)?, to.assigned(more.0)?])
}

/// The categories of a plan, and their amounts in a month.
struct Budget {
    categories: Categories,
    /// `None` if the plan does not have the month, or the month was not valid.
    month: Option<Month>,
}

impl Budget {
    /// Reads the categories and the month. YNAB itself decides which month is current, as for the
    /// tools that read.
    async fn read(plan: &OpenPlan, month: Option<dates::Month>) -> Result<Self, Stop> {
        let categories = Categories::read(plan);
        let categories = categories.await.map_err(failed)?;
        let month = match month {
            None => None,
            Some(month) => match plan.client.month(&plan.id, &month.to_string()).await {
                Ok(month) => Some(month),
                Err(Error::NotFound { .. }) => None,
                Err(error) => return Err(failed(error)),
            },
        };
        Ok(Self { categories, month })
    }

    /// Returns the first day of the month, `YYYY-MM-01`.
    fn first_day(&self) -> Option<String> {
        Some(self.month.as_ref()?.summary.month.clone())
    }

    /// Fails if the plan does not have the month. Does not fail if `month` was not valid, because
    /// that is a problem already.
    fn exists(&self, month: Option<dates::Month>) -> Result<(), String> {
        match (&self.month, month) {
            (Some(_), _) | (None, None) => Ok(()),
            (None, Some(_)) => {
                Err("the plan has no such month: list_plans gives the first and the last".into())
            }
        }
    }

    /// Returns the amounts of a category of the user's own. Money can also be assigned to a
    /// category that pays off a card. `None` if the month is the problem.
    fn own(&self, id: &str, digits: u32) -> Result<Option<BudgetLine>, String> {
        let placed = self.categories.own(id)?;
        let Some(month) = &self.month else {
            return Ok(None);
        };
        let there = month.categories.iter().find(|category| category.id == id);
        let there = there.ok_or_else(|| {
            format!(
                "category {} was made after that month: take a later one",
                quoted(id)
            )
        })?;
        let name = self.categories.name(placed);
        let (assigned, available) = (there.budgeted.0, there.balance.0);
        Ok(Some(BudgetLine::new(name, assigned, available, digits)))
    }
}
