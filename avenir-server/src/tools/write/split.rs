//! One transaction over several categories.

use avenir_ynab::{
    Milliunits,
    change::{SplitLine, SplitTransaction},
    rules,
};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    lookup::{self, Categories},
    money::Amount,
    problems::{self, Problems},
};
use crate::{
    server::Server,
    tools::{failed, inexact},
};

/// Arguments of `split_transaction`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Split {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Transaction id.
    transaction_id: String,
    /// At least two, which add up to the transaction's amount.
    lines: Vec<Line>,
}

/// A part of the amount.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Line {
    /// Negative for money out.
    amount: Amount,
    /// Category id.
    category_id: String,
    /// At most 500 characters.
    #[serde(default)]
    memo: Option<String>,
}

/// The most lines of one split.
const MOST: usize = 100;

#[tool_router(router = split_tools, vis = "pub(crate)")]
impl Server {
    /// Split one transaction over several categories, as from a receipt.
    ///
    /// One line for each category, not for each item; the amounts add up exactly, negative for
    /// money out. YNAB's API cannot change a split afterwards, so `undo_operation` cannot take it
    /// back. For one category use `apply_categories`.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Split a transaction", idempotent_hint = false, open_world_hint = true)
    )]
    async fn split_transaction(
        &self,
        Parameters(args, call): Parameters<Split>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_split)
                .await,
        )
    }
}

async fn propose_split(plan: OpenPlan, args: &Split) -> Result<SplitTransaction, Stop> {
    problems::count("lines", args.lines.len(), MOST)?;
    let ids = [args.transaction_id.as_str()];
    let rows = lookup::asked_about(&plan, ids).await;
    let rows = rows.map_err(failed)?;
    let accounts = plan.client.accounts(&plan.id).await.map_err(failed)?;
    let categories = Categories::read(&plan).await;
    let categories = categories.map_err(failed)?;
    let mut problems = Problems::default();
    if args.lines.len() == 1 {
        problems.add(
            "lines",
            "there is one line: give at least two, or use apply_categories",
        );
    }
    let row = lookup::row(&rows, &args.transaction_id);
    let on_budget = |id: &str| {
        let mut accounts = accounts.iter();
        accounts.any(|account| account.id == id && account.on_budget)
    };
    let row = row.and_then(|row| lookup::takes_category(row, on_budget));
    let row = problems.take("transaction_id", row);
    let lines = lines(&args.lines, &categories, plan.digits, &mut problems);
    if let (Some(row), true) = (row, lines.len() == args.lines.len()) {
        let amounts = lines.iter().map(|line| Milliunits(line.amount));
        let sum = Milliunits::checked_sum(amounts).map_err(inexact)?;
        if sum != row.amount {
            problems.add(
                "lines",
                format!(
                    "they add up to {}, and the transaction's amount is {}: they must agree",
                    sum.decimal(),
                    row.amount.decimal()
                ),
            );
        }
    }
    let row = problems.all(row)?;
    Ok(SplitTransaction {
        plan_id: plan.id,
        transaction_id: row.id.clone(),
        lines,
        from_category_id: row.category_id.clone(),
        before: categories.name_of(row),
        date: row.date.clone(),
        payee: row.payee_name.clone(),
        amount: row.amount.0,
        digits: plan.digits,
    })
}

fn lines(
    wanted: &[Line],
    categories: &Categories,
    digits: u32,
    problems: &mut Problems,
) -> Vec<SplitLine> {
    let mut lines = Vec::new();
    for (index, line) in wanted.iter().enumerate() {
        let place = format!("lines[{index}]");
        let amount = problems.take(format!("{place}.amount"), line.amount.some(digits));
        let category = categories.spendable_or_inflow(&line.category_id);
        let category = problems.take(format!("{place}.category_id"), category);
        let memo = super::create::text(line.memo.as_deref());
        let fits = memo.as_deref().map_or(Ok(()), rules::memo);
        problems.take(format!("{place}.memo"), fits);
        if let (Some(amount), Some(category)) = (amount, category) {
            lines.push(SplitLine {
                amount,
                category_id: line.category_id.clone(),
                memo,
                category: categories.name(category),
                digits,
            });
        }
    }
    lines
}
