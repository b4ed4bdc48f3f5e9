//! What is assigned to categories.

use avenir_ynab::{
    Error, Milliunits,
    change::{BudgetLine, MoveMoney, SetBudget},
    model::Month,
};
use confirm::{Parameters, Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Target, WriteResult,
    money::{self, Amount},
    places::{Categories, Placed},
    problems::{Problems, quoted},
};
use crate::{server::Server, tools::failed};

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
        Parameters(args, caller): Parameters<SetCategoryBudget>,
    ) -> Reply<WriteResult> {
        let propose = |target| self.propose_budget(target, &args);
        Reply(self.write(caller, &args.plan_id, propose).await)
    }

    /// Move assigned money from one category to another in a month.
    ///
    /// Use it to cover overspending. The amount is what moves, not a new total; for one category
    /// alone use `set_category_budget`.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Move money", idempotent_hint = false, open_world_hint = true)
    )]
    async fn move_money(&self, Parameters(args, caller): Parameters<Move>) -> Reply<WriteResult> {
        let propose = |target| self.propose_move(target, &args);
        Reply(self.write(caller, &args.plan_id, propose).await)
    }
}

impl Server {
    async fn propose_budget(
        &self,
        target: Target,
        args: &SetCategoryBudget,
    ) -> Result<SetBudget, Stop> {
        let mut problems = Problems::default();
        let month = problems.take("month", money::month(&args.month));
        let amount = problems.take("amount", args.amount.milliunits(target.digits));
        let budget = Budget::read(self, &target, month.as_deref()).await?;
        let line = problems.take("category_id", budget.own(&args.category_id));
        let exists = problems.take("month", budget.exists(month.as_ref()));
        let right = month.zip(amount).zip(line.zip(exists));
        let ((month, amount), (line, ())) = problems.all(right)?;
        if line.budgeted.0 == amount {
            return Err(WriteResult::nothing_to_do(
                "That is what is assigned already: nothing was changed.",
            ));
        }
        Ok(SetBudget {
            plan_id: target.id,
            category_id: args.category_id.clone(),
            month,
            amount,
            category: line.name,
            before: line.budgeted.0,
            available_before: line.balance.0,
            available_after: line.balance.0 - line.budgeted.0 + amount,
            below_zero: line.balance.0 - line.budgeted.0 + amount < line.balance.0.min(0),
            digits: target.digits,
        })
    }

    async fn propose_move(&self, target: Target, args: &Move) -> Result<MoveMoney, Stop> {
        let mut problems = Problems::default();
        let month = problems.take("month", money::month(&args.month));
        let amount = problems.take("amount", args.amount.positive(target.digits));
        if args.from_category_id == args.to_category_id {
            problems.add(
                "to_category_id",
                "it is the same category twice: name another one to move money to",
            );
        }
        let budget = Budget::read(self, &target, month.as_deref()).await?;
        let from = problems.take("from_category_id", budget.own(&args.from_category_id));
        let to = problems.take("to_category_id", budget.own(&args.to_category_id));
        let exists = problems.take("month", budget.exists(month.as_ref()));
        let right = month.zip(amount).zip(from.zip(to)).zip(exists);
        let (((month, amount), (from, to)), ()) = problems.all(right)?;
        Ok(MoveMoney {
            plan_id: target.id,
            from_category_id: args.from_category_id.clone(),
            to_category_id: args.to_category_id.clone(),
            month,
            amount,
            below_zero: from.balance.0 < amount,
            from: from.name.clone(),
            to: to.name.clone(),
            lines: [
                from.changed(-amount, target.digits),
                to.changed(amount, target.digits),
            ],
            digits: target.digits,
        })
    }
}

/// A plan's categories, and their amounts in a month.
struct Budget {
    categories: Categories,
    /// None where there is no such month.
    month: Option<Month>,
}

/// A category in a month.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) budgeted: Milliunits,
    pub(super) balance: Milliunits,
}

impl Line {
    /// What a difference in what is assigned does to it.
    pub(super) fn changed(self, difference: i64, digits: u32) -> BudgetLine {
        BudgetLine {
            category: self.name,
            before: self.budgeted.0,
            after: self.budgeted.0 + difference,
            available_before: self.balance.0,
            available_after: self.balance.0 + difference,
            digits,
        }
    }
}

impl Budget {
    async fn read(server: &Server, target: &Target, month: Option<&str>) -> Result<Self, Stop> {
        let categories = Categories::read(&server.client, &target.id);
        let categories = categories.await.map_err(failed)?;
        let month = match month {
            None => None,
            Some(month) => match server.client.month(&target.id, month).await {
                Ok(month) => Some(month),
                Err(Error::NotFound { .. }) => None,
                Err(error) => return Err(failed(error)),
            },
        };
        Ok(Self { categories, month })
    }

    /// Of a month that could be read as one.
    fn exists(&self, month: Option<&String>) -> Result<(), String> {
        match (&self.month, month) {
            (Some(_), _) | (None, None) => Ok(()),
            (None, Some(_)) => {
                Err("the plan has no such month: list_plans gives the first and the last".into())
            }
        }
    }

    /// A category of the user's own; one that pays off a card can be assigned to, too.
    fn own(&self, id: &str) -> Result<Line, String> {
        let placed: &Placed = self.categories.own(id)?;
        let Some(month) = &self.month else {
            // The month is what is wrong, and is told.
            return Ok(Line {
                name: String::new(),
                budgeted: Milliunits(0),
                balance: Milliunits(0),
            });
        };
        let there = month.categories.iter().find(|category| category.id == id);
        let there = there.ok_or_else(|| {
            format!(
                "category {} was made after that month: take a later one",
                quoted(id)
            )
        })?;
        Ok(Line {
            name: self.categories.name(placed),
            budgeted: there.budgeted,
            balance: there.balance,
        })
    }
}
