//! The tools that change something without asking.

use std::collections::HashMap;

use avenir_ynab::change::{Approve, Import};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    lookup,
    problems::{self, MOST_ROWS, Problems},
};
use crate::{server::Server, tools::failed};

/// Arguments of `approve_transactions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApproveTransactions {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Transaction ids.
    tx_ids: Vec<String>,
}

/// Arguments of `import_transactions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportTransactions {
    /// Plan id, or `last-used`.
    plan_id: String,
}

#[tool_router(router = approve_tools, vis = "pub(crate)")]
impl Server {
    /// Mark transactions as approved, which is to say reviewed.
    ///
    /// Only for transactions whose category was checked. It is done at once; `undo_operation` takes
    /// it back. At most 500 in a call.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Approve transactions", idempotent_hint = true, open_world_hint = true)
    )]
    async fn approve_transactions(
        &self,
        Parameters(args, call): Parameters<ApproveTransactions>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_approval)
                .await,
        )
    }

    /// Import the latest transactions from the plan's linked bank accounts.
    ///
    /// The same as Import in YNAB, done at once: nothing is changed or deleted, and nothing is
    /// imported twice. Use it before classifying or reconciling. Imported rows wait for approval.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Import transactions", idempotent_hint = true, open_world_hint = true)
    )]
    async fn import_transactions(
        &self,
        Parameters(args, call): Parameters<ImportTransactions>,
    ) -> Reply<WriteResult> {
        let propose = |plan: OpenPlan, _| async { Ok(Import { plan_id: plan.id }) };
        Reply(self.write(call, &args, |args| &args.plan_id, propose).await)
    }
}

async fn propose_approval(plan: OpenPlan, args: &ApproveTransactions) -> Result<Approve, Stop> {
    problems::count("tx_ids", args.tx_ids.len(), MOST_ROWS)?;
    let ids = args.tx_ids.iter().map(String::as_str);
    let rows = lookup::transactions(&plan, ids);
    let rows = rows.await.map_err(failed)?;
    let mut problems = Problems::default();
    let mut seen = HashMap::new();
    let mut transaction_ids: Vec<String> = Vec::new();
    for (index, id) in args.tx_ids.iter().enumerate() {
        problems.once(&mut seen, "tx_ids", index, id);
        let row = problems.take(format!("tx_ids[{index}]"), lookup::row(&rows, id));
        if row.is_some_and(|row| !row.approved) {
            transaction_ids.push(id.clone());
        }
    }
    problems.end()?;
    if transaction_ids.is_empty() {
        return Err(WriteResult::nothing_to_do(
            "Every transaction is approved already: nothing was changed.",
        ));
    }
    Ok(Approve {
        plan_id: plan.id,
        transaction_ids,
    })
}
