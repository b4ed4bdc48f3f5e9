//! The tool that changes the categories of transactions.

use std::collections::{HashMap, HashSet};

use avenir_ynab::{
    change::{CategoryChange, Recategorise},
    model::Transaction,
};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    lookup::{self, Categories, Placed},
    problems::{self, MOST_ROWS, Problems},
};
use crate::{server::Server, tools::failed};

/// Arguments of `apply_categories`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApplyCategories {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// One entry per transaction, in any order.
    assignments: Vec<Assignment>,
}

/// A category for a transaction.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Assignment {
    /// Transaction id.
    transaction_id: String,
    /// Category id.
    category_id: String,
}

#[tool_router(router = category_tools, vis = "pub(crate)")]
impl Server {
    /// Give transactions other categories.
    ///
    /// Use it with ids from `find_transactions` or `suggest_categories`, and category ids from
    /// `get_category_balances`; at most 500 in a call. For one receipt over several categories use
    /// `split_transaction`. Splits, transfers and tracking accounts are refused.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Assign categories", idempotent_hint = true, open_world_hint = true)
    )]
    async fn apply_categories(
        &self,
        Parameters(args, call): Parameters<ApplyCategories>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_categories)
                .await,
        )
    }
}

async fn propose_categories(plan: OpenPlan, args: &ApplyCategories) -> Result<Recategorise, Stop> {
    problems::count("assignments", args.assignments.len(), MOST_ROWS)?;
    let ids = args.assignments.iter().map(|a| a.transaction_id.as_str());
    // Send the requests at once: a person waits, and each request takes a round trip to YNAB.
    let (rows, accounts, categories) = tokio::try_join!(
        lookup::asked_about(&plan, ids),
        plan.client.accounts(&plan.id),
        Categories::read(&plan),
    )
    .map_err(failed)?;
    let facts = PlanSnapshot {
        rows,
        on_budget: accounts
            .into_iter()
            .filter(|account| account.on_budget)
            .map(|account| account.id)
            .collect(),
        categories,
    };
    let changes = facts.changes(&args.assignments, plan.digits)?;
    if changes.is_empty() {
        return Err(WriteResult::nothing_to_do(
            "Every transaction already has that category: nothing was changed.",
        ));
    }
    Ok(Recategorise {
        plan_id: plan.id,
        changes,
    })
}

/// The parts of the plan that the change is about, as they are now.
struct PlanSnapshot {
    rows: HashMap<String, Transaction>,
    on_budget: HashSet<String>,
    categories: Categories,
}

impl PlanSnapshot {
    /// Returns the changes, without transactions that have the category already. Fails with every
    /// problem of the call in one error.
    fn changes(&self, wanted: &[Assignment], digits: u32) -> Result<Vec<CategoryChange>, Stop> {
        let mut changes = Vec::new();
        let mut problems = Problems::default();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (index, assignment) in wanted.iter().enumerate() {
            let place = format!("assignments[{index}]");
            problems.once(&mut seen, "assignments", index, &assignment.transaction_id);
            let row = problems.take(&place, self.row(&assignment.transaction_id));
            let category = self.categories.spendable(&assignment.category_id);
            let category = problems.take(&place, category);
            if let (Some(row), Some(category)) = (row, category)
                && row.category_id.as_deref() != Some(&category.category.id)
            {
                changes.push(self.change(row, category, digits));
            }
        }
        problems.end()?;
        Ok(changes)
    }

    fn row(&self, id: &str) -> Result<&Transaction, String> {
        let row = lookup::row(&self.rows, id)?;
        lookup::takes_category(row, |id| self.on_budget.contains(id))
    }

    fn change(&self, row: &Transaction, to: &Placed, digits: u32) -> CategoryChange {
        CategoryChange {
            transaction_id: row.id.clone(),
            category_id: Some(to.category.id.clone()),
            from_category_id: row.category_id.clone(),
            date: row.date.clone(),
            payee: row.payee_name.clone(),
            amount: row.amount.0,
            digits,
            before: self.categories.name_of(row),
            after: Some(self.categories.name(to)),
        }
    }
}
