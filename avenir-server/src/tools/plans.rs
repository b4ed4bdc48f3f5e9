//! Which plans and accounts there are.

use avenir_ynab::{Decimal, model::Account};
use rmcp::{Json, handler::server::wrapper::Parameters, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Read, text};
use crate::server::Server;

/// Arguments of a tool about one plan.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfPlan {
    /// Plan id from `list_plans`, or `last-used`.
    plan_id: String,
}

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// The user's plans.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Plans {
    plans: Vec<PlanLine>,
}

/// A plan.
#[derive(Debug, Serialize, JsonSchema)]
struct PlanLine {
    id: String,
    name: String,
    /// First month with data, `YYYY-MM-01`.
    first_month: Option<String>,
    /// Last month with data, `YYYY-MM-01`.
    last_month: Option<String>,
}

/// The accounts of a plan.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Accounts {
    accounts: Vec<AccountLine>,
}

/// An account.
#[derive(Debug, Serialize, JsonSchema)]
struct AccountLine {
    id: String,
    name: String,
    /// YNAB's word for its kind, such as `checking`.
    r#type: String,
    /// False for a tracking account, whose transactions take no category.
    on_budget: bool,
    closed: bool,
    balance: Decimal,
    cleared_balance: Decimal,
    uncleared_balance: Decimal,
    bank_link: BankLink,
    /// Date of the last reconciliation.
    last_reconciled: Option<String>,
}

/// Whether YNAB imports an account from the bank.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum BankLink {
    Healthy,
    /// The user must mend it in YNAB; until then nothing comes in.
    Broken,
    None,
}

#[tool_router(router = plan_tools, vis = "pub(crate)")]
impl Server {
    /// List the user's plans, with their ids. Every other tool takes one of them as `plan_id`.
    #[tool(annotations(title = "List plans", read_only_hint = true, open_world_hint = true))]
    async fn list_plans(&self, Parameters(Nothing {}): Parameters<Nothing>) -> Read<Plans> {
        let plans = self.client.plans().await.map_err(text)?;
        let plans = plans.into_iter().map(|plan| PlanLine {
            id: plan.id,
            name: plan.name,
            first_month: plan.first_month,
            last_month: plan.last_month,
        });
        Ok(Json(Plans {
            plans: plans.collect(),
        }))
    }

    /// List a plan's accounts with their balances, closed ones included.
    #[tool(annotations(title = "List accounts", read_only_hint = true, open_world_hint = true))]
    async fn list_accounts(&self, Parameters(args): Parameters<OfPlan>) -> Read<Accounts> {
        let accounts = self.client.cached().accounts(&args.plan_id).await;
        let accounts = accounts.map_err(text)?;
        let open = accounts.into_iter().filter(|account| !account.deleted);
        Ok(Json(Accounts {
            accounts: open.map(AccountLine::from).collect(),
        }))
    }
}

impl From<Account> for AccountLine {
    fn from(account: Account) -> Self {
        let linked = account.direct_import_linked.unwrap_or_default();
        Self {
            bank_link: match (linked, account.direct_import_in_error) {
                (false, _) => BankLink::None,
                (true, Some(true)) => BankLink::Broken,
                (true, _) => BankLink::Healthy,
            },
            last_reconciled: account
                .last_reconciled_at
                .map(|time| time.chars().take("YYYY-MM-DD".len()).collect()),
            id: account.id,
            name: account.name,
            r#type: account.kind,
            on_budget: account.on_budget,
            closed: account.closed,
            balance: account.balance.decimal(),
            cleared_balance: account.cleared_balance.decimal(),
            uncleared_balance: account.uncleared_balance.decimal(),
        }
    }
}
