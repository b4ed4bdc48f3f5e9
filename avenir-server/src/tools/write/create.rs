//! The tool that creates transactions.

use std::collections::HashSet;

use avenir_ynab::{
    TransactionQuery,
    change::{Approval, CreateTransactions, NewTransaction},
    model::Account,
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
    lookup::{self, Categories},
    money::Amount,
    problems::{self, Problems},
};
use crate::{
    server::Server,
    tools::{dates::today, failed},
};

/// Arguments of `create_transactions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Account id.
    account_id: String,
    /// In the order in which they are created.
    transactions: Vec<New>,
    /// Whether they need no review in YNAB.
    #[serde(default)]
    approved: bool,
}

/// A transaction.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct New {
    /// `YYYY-MM-DD`, today or before.
    date: String,
    /// Negative for money out.
    amount: Amount,
    /// At most 200 characters.
    payee_name: String,
    /// At most 500 characters.
    #[serde(default)]
    memo: Option<String>,
    /// Category id.
    #[serde(default)]
    category_id: Option<String>,
}

/// The most transactions of one call.
const MOST: usize = 100;

#[tool_router(router = create_tools, vis = "pub(crate)")]
impl Server {
    /// Create transactions on an account, such as ones that the bank's import missed.
    ///
    /// They are created cleared, and wait for the user's approval unless approved is true. Look
    /// with `find_transactions` first whether they are there already; where the bank is linked, use
    /// `import_transactions`. Transfers are made in YNAB. At most 100 in a call; `undo_operation`
    /// deletes them.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Create transactions", idempotent_hint = false, open_world_hint = true)
    )]
    async fn create_transactions(
        &self,
        Parameters(args, call): Parameters<Create>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_transactions)
                .await,
        )
    }
}

async fn propose_transactions(plan: OpenPlan, args: &Create) -> Result<CreateTransactions, Stop> {
    problems::count("transactions", args.transactions.len(), MOST)?;
    let account = lookup::account(&plan, &args.account_id).await;
    let categories = Categories::read(&plan).await;
    let categories = categories.map_err(failed)?;
    let today = today(&plan.client);
    let mut problems = Problems::default();
    let account = problems.take("account_id", account.map_err(failed)?);
    let transactions: Vec<NewTransaction> = args
        .transactions
        .iter()
        .enumerate()
        .filter_map(|(index, new)| {
            let place = format!("transactions[{index}]");
            new.check(
                &place,
                account.as_ref(),
                &categories,
                plan.digits,
                today,
                &mut problems,
            )
        })
        .collect();
    let account = problems.all(account)?;
    let alike = alike(&plan, &args.account_id, &transactions).await?;
    Ok(CreateTransactions {
        plan_id: plan.id,
        account_id: args.account_id.clone(),
        approved: args.approved,
        transactions,
        account: account.name,
        approval: if args.approved {
            Approval::Approved
        } else {
            Approval::Waiting
        },
        alike,
    })
}

/// Returns how many transactions of the account have the day and the amount of a new one. `None`
/// stands for 0.
async fn alike(
    plan: &OpenPlan,
    account_id: &str,
    new: &[NewTransaction],
) -> Result<Option<usize>, Stop> {
    let days: HashSet<(&str, i64)> = new.iter().map(|t| (t.date.as_str(), t.amount)).collect();
    let query = TransactionQuery {
        since: new.iter().map(|t| t.date.as_str()).min(),
        until: new.iter().map(|t| t.date.as_str()).max(),
    };
    let rows = plan.client.transactions(&plan.id, &query).await;
    let count = rows
        .map_err(failed)?
        .iter()
        .filter(|row| !row.deleted && row.account_id == account_id)
        .filter(|row| days.contains(&(row.date.as_str(), row.amount.0)))
        .count();
    Ok((count > 0).then_some(count))
}

impl New {
    fn check(
        &self,
        place: &str,
        account: Option<&Account>,
        categories: &Categories,
        digits: u32,
        today: Date,
        problems: &mut Problems,
    ) -> Option<NewTransaction> {
        let date = rules::date(&self.date, today);
        let date = problems.take(format!("{place}.date"), date);
        let amount = problems.take(format!("{place}.amount"), self.amount.some(digits));
        let payee = text(Some(&self.payee_name)).unwrap_or_default();
        let named = if payee.is_empty() {
            Err("the payee is blank: say who was paid".to_owned())
        } else {
            rules::payee_name(&payee).map_err(|broken| broken.to_string())
        };
        let named = problems.take(format!("{place}.payee_name"), named);
        let memo = text(self.memo.as_deref());
        let fits = memo.as_deref().map_or(Ok(()), rules::memo);
        let fits = problems.take(format!("{place}.memo"), fits);
        let category = match self.category_id.as_deref() {
            None => Some(None),
            Some(id) => {
                let category = categories
                    .spendable_or_inflow(id)
                    .map(|found| Some((id.to_owned(), categories.name(found))));
                let category = match account {
                    Some(account) if !account.on_budget => Err(
                        "the account is a tracking account, whose transactions take no category: \
                         leave it out"
                            .to_owned(),
                    ),
                    _ => category,
                };
                problems.take(format!("{place}.category_id"), category)
            }
        };
        date.and(named).and(fits)?;
        let (amount, category) = amount.zip(category)?;
        let (category_id, category) = category.unzip();
        Some(NewTransaction {
            date: self.date.clone(),
            amount,
            payee_name: payee,
            category_id,
            memo,
            category,
            digits,
        })
    }
}

/// Returns a text without the white space around it. `None` if the rest is empty.
pub(super) fn text(text: Option<&str>) -> Option<String> {
    text.map(str::trim)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}
