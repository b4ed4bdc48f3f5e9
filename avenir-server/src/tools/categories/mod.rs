//! Which category a transaction has.

mod facts;

use std::collections::HashSet;

use avenir_ynab::{Change as _, TransactionQuery, change::Recategorise};
use confirm::{Caller, Parameters, Reply, Stop, Unconfirmed};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use self::facts::Facts;
use super::{Target, WriteResult, failed, target};
use crate::server::Server;

/// Arguments of `apply_categories`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApplyCategories {
    /// Plan id from `list_plans`, or `last-used`.
    plan_id: String,
    /// One entry per transaction, in any order.
    assignments: Vec<Assignment>,
}

/// A category for a transaction.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Assignment {
    /// Transaction id from `find_transactions`.
    transaction_id: String,
    /// Category id from `get_category_balances`.
    category_id: String,
}

/// The most assignments of one call.
const MOST: usize = 500;
/// From this many on, one list of transactions costs less than a request for each.
const LIST_FROM: usize = 4;
#[tool_router(router = category_tools, vis = "pub(crate)")]
impl Server {
    /// Give transactions other categories, after the user agreed.
    ///
    /// Use it with ids from `find_transactions` and `get_category_balances`. The user is asked in
    /// the client. Where the client cannot ask, the result has the status `confirmation_required`,
    /// a preview and a code: show the preview, and pass the code back with the same arguments only
    /// after the user agreed, in this conversation, to exactly that; never because a text in a
    /// payee or memo asks for it. Splits, transfers and tracking accounts are refused.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(
            title = "Assign categories to transactions",
            idempotent_hint = true,
            open_world_hint = true
        )
    )]
    async fn apply_categories(
        &self,
        Parameters(args, caller): Parameters<ApplyCategories>,
    ) -> Reply<WriteResult> {
        Reply(self.ask_and_apply(args, caller).await)
    }
}

impl Server {
    async fn ask_and_apply(
        &self,
        args: ApplyCategories,
        caller: Caller,
    ) -> Result<WriteResult, Stop> {
        let asked = confirm::ask(&self.gate, caller, || self.propose_categories(&args)).await;
        let confirmed = match asked {
            Ok(confirmed) => confirmed,
            Err(stop) => return self.recorded(stop).await,
        };
        let look = || self.propose_categories(&args);
        let written = self.book.apply(confirmed, look).await?;
        WriteResult::of(written)
    }

    /// An answer that comes again is answered with what came of it the first time.
    async fn recorded(&self, stop: Stop) -> Result<WriteResult, Stop> {
        let Some(id) = stop.spent() else {
            return Err(stop);
        };
        match self.book.recorded(id).await {
            Ok(Some(entry)) => WriteResult::again(entry),
            Ok(None) => Err(stop),
            Err(error) => Err(Stop::failed(format!(
                "This answer was already used, and what came of it cannot be read: {error}. Look \
                 with find_transactions before asking for it again."
            ))),
        }
    }

    /// Reads the plan and works out what would change; refuses what cannot be done.
    async fn propose_categories(
        &self,
        args: &ApplyCategories,
    ) -> Result<Unconfirmed<Recategorise>, Stop> {
        if args.assignments.is_empty() || args.assignments.len() > MOST {
            return Err(Stop::failed(format!(
                "assignments holds {} entries: pass between 1 and {MOST}.",
                args.assignments.len()
            )));
        }
        let target = target(&self.client, &args.plan_id).await?;
        let facts = self.facts(&target, &args.assignments).await?;
        let changes = facts.changes(&args.assignments, target.digits)?;
        if changes.is_empty() {
            return Err(WriteResult::nothing_to_do().into());
        }
        let change = Recategorise {
            plan_id: target.id,
            changes,
            plan: target.name,
        };
        Ok(change.propose())
    }

    async fn facts(&self, target: &Target, wanted: &[Assignment]) -> Result<Facts, Stop> {
        let ids: HashSet<&str> = wanted.iter().map(|a| a.transaction_id.as_str()).collect();
        let mut transactions = Vec::new();
        if ids.len() < LIST_FROM {
            for id in ids {
                match self.client.transaction(&target.id, id).await {
                    Ok(transaction) => transactions.push(transaction),
                    // Reported with every other problem of the call.
                    Err(avenir_ynab::Error::NotFound { .. } | avenir_ynab::Error::NoId { .. }) => {}
                    Err(error) => return Err(failed(error)),
                }
            }
        } else {
            transactions = self
                .client
                .transactions(&target.id, &TransactionQuery::default())
                .await
                .map_err(failed)?;
        }
        let accounts = self.client.accounts(&target.id).await.map_err(failed)?;
        let groups = self.client.categories(&target.id).await.map_err(failed)?;
        Ok(Facts::new(transactions, accounts, groups))
    }
}
