//! The tool that renames payees.

use avenir_ynab::{
    TransactionQuery,
    change::RenamePayee,
    model::{Payee, Transaction},
    rules,
};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    problems::{Problems, quoted},
};
use crate::{
    server::Server,
    tools::{apart, failed},
};

/// Arguments of `rename_payee`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Payee id, from `list_payees`.
    payee_id: String,
    /// Its new name.
    name: String,
}

#[tool_router(router = rename_tools, vis = "pub(crate)")]
impl Server {
    /// Rename a payee, such as a bank's label into the merchant's name.
    ///
    /// Every transaction that names it shows the new name. It renames one payee and cannot merge
    /// two: a name that another payee has is refused.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Rename a payee", idempotent_hint = true, open_world_hint = true)
    )]
    async fn rename_payee(&self, Parameters(args, call): Parameters<Rename>) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_rename)
                .await,
        )
    }
}

async fn propose_rename(plan: OpenPlan, args: &Rename) -> Result<RenamePayee, Stop> {
    let payees = plan.client.payees(&plan.id).await.map_err(failed)?;
    let mut problems = Problems::default();
    let name = args.name.trim();
    if name.is_empty() {
        problems.add("name", "the name is blank: give it one");
    }
    problems.take("name", rules::renamed_payee(name));
    let payee = payees
        .iter()
        .find(|payee| payee.id == args.payee_id && !payee.deleted)
        .ok_or_else(|| {
            format!(
                "there is no payee {}; list_payees gives the ids",
                quoted(&args.payee_id)
            )
        })
        .and_then(|payee| match payee.transfer_account_id {
            None => Ok(payee),
            Some(_) => Err(format!(
                "payee {} stands for transfers to an account: rename the account in YNAB",
                quoted(&payee.name)
            )),
        });
    let payee = problems.take("payee_id", payee);
    free(&payees, &args.payee_id, name, &mut problems);
    let payee = problems.all(payee)?;
    apart::note_payee(payee, &payees, &plan.notes);
    let from = payee.name.clone();
    if from == name {
        return Err(WriteResult::nothing_to_do(
            "The payee is called so already: nothing was changed.",
        ));
    }
    Ok(RenamePayee {
        transactions: naming(&plan, &args.payee_id).await?,
        plan_id: plan.id,
        payee_id: args.payee_id.clone(),
        name: name.to_owned(),
        from,
    })
}

/// Adds a problem if another payee has the name.
pub(super) fn free(payees: &[Payee], id: &str, name: &str, problems: &mut Problems) {
    let is_taken = |other: &Payee| other.name == name && other.id != id && !other.deleted;
    if payees.iter().any(is_taken) {
        problems.add(
            "name",
            format!(
                "another payee is called {} already, and YNAB's API cannot merge two",
                quoted(name)
            ),
        );
    }
}

/// Returns how many transactions of a plan name a payee, themselves or in a line of a split.
pub(super) async fn naming(plan: &OpenPlan, id: &str) -> Result<usize, Stop> {
    let all = TransactionQuery::default();
    let rows = plan.client.transactions(&plan.id, &all).await;
    let names = |row: &&Transaction| {
        !row.deleted
            && (row.payee_id.as_deref() == Some(id)
                || row
                    .subtransactions
                    .iter()
                    .any(|line| !line.deleted && line.payee_id.as_deref() == Some(id)))
    };
    Ok(rows.map_err(failed)?.iter().filter(names).count())
}
