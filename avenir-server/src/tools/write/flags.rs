//! The tool that changes the flags of transactions.

use std::collections::HashMap;

use avenir_ynab::change::{Flag, FlagChange, SetFlags};
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

/// Arguments of `flag_transactions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FlagTransactions {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// One entry per transaction, in any order.
    flags: Vec<Wanted>,
}

/// A flag for a transaction.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Wanted {
    /// Transaction id.
    transaction_id: String,
    /// Without one, the flag is removed.
    #[serde(default)]
    color: Option<Flag>,
}

#[tool_router(router = flag_tools, vis = "pub(crate)")]
impl Server {
    /// Set or remove the coloured flag of transactions.
    ///
    /// Use it to mark what the user should look at in YNAB instead of deciding for them, such as a
    /// possible duplicate. The user decides what a colour means: ask before choosing one. At most
    /// 500 in a call.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Flag transactions", idempotent_hint = true, open_world_hint = true)
    )]
    async fn flag_transactions(
        &self,
        Parameters(args, call): Parameters<FlagTransactions>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_flags)
                .await,
        )
    }
}

async fn propose_flags(plan: OpenPlan, args: &FlagTransactions) -> Result<SetFlags, Stop> {
    problems::count("flags", args.flags.len(), MOST_ROWS)?;
    let ids = args.flags.iter().map(|flag| flag.transaction_id.as_str());
    let rows = lookup::asked_about(&plan, ids);
    let rows = rows.await.map_err(failed)?;
    let mut problems = Problems::default();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut flags = Vec::new();
    for (index, wanted) in args.flags.iter().enumerate() {
        let place = format!("flags[{index}]");
        let id = &wanted.transaction_id;
        problems.once(&mut seen, "flags", index, id);
        let Some(row) = problems.take(&place, lookup::row(&rows, id)) else {
            continue;
        };
        let color = wanted.color;
        if row.flag_color.as_deref() == color.map(Flag::as_str) {
            continue;
        }
        flags.push(FlagChange {
            transaction_id: id.clone(),
            color,
            before: row.flag_color.as_deref().and_then(Flag::from_word),
            date: row.date.clone(),
            payee: row.payee_name.clone(),
            amount: row.amount.0,
            digits: plan.digits,
        });
    }
    problems.end()?;
    if flags.is_empty() {
        return Err(WriteResult::nothing_to_do(
            "Every transaction already has that flag: nothing was changed.",
        ));
    }
    Ok(SetFlags {
        plan_id: plan.id,
        flags,
    })
}
