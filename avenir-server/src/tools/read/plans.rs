//! The tools that list plans, accounts and groups of categories.

use std::sync::atomic::AtomicUsize;

use avenir_ynab::{
    Decimal,
    model::{Account, Plan},
};
use rmcp::{Json, handler::server::tool::schema_for_output, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Read, Source, Told, args::Parameters, name};
use crate::{
    server::Server,
    tools::{CARD_PAYMENTS, text},
};

/// Arguments of a tool about one plan.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfPlan {
    /// Plan id, or `last-used`.
    plan_id: String,
}

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Debug, Serialize, JsonSchema)]
struct Plans {
    plans: Vec<PlanLine>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct PlanLine {
    id: String,
    name: String,
    /// First month with data.
    first_month: Option<String>,
    last_month: Option<String>,
    /// ISO code.
    currency: Option<String>,
    /// Of its amounts.
    decimals: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Accounts {
    accounts: Vec<AccountLine>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct AccountLine {
    id: String,
    name: String,
    /// Such as checking, creditCard, otherAsset.
    r#type: String,
    /// False: only tracked; its transactions have no category.
    on_budget: bool,
    closed: bool,
    balance: Decimal,
    /// The part that the bank has shown.
    cleared_balance: Decimal,
    uncleared_balance: Decimal,
    /// Broken: nothing is imported until the user mends it in YNAB.
    bank_link: BankLink,
    /// Date.
    last_reconciled: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
enum BankLink {
    Healthy,
    Broken,
    None,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Groups {
    groups: Vec<GroupLine>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct GroupLine {
    id: String,
    name: String,
}

#[tool_router(router = plan_tools, vis = "pub(super)")]
impl Server {
    /// List the user's plans (budgets), with the ids that every other tool takes as `plan_id`. Use
    /// it first: ids do not change. `last-used` follows the plan that the user opens, so pass an id
    /// if there are several plans. For the contents of a plan use `list_accounts` and
    /// `get_monthly_summary`.
    #[tool(
        output_schema = schema_for_output::<Told<Plans>>(),
        annotations(title = "List plans", read_only_hint = true, open_world_hint = true)
    )]
    async fn list_plans(&self, Parameters(args, _): Parameters<Nothing>) -> Read<Plans> {
        let Nothing {} = args?;
        let unreadable = AtomicUsize::new(0);
        let cached = self.client.cached().counting(&unreadable);
        let plans = cached.plans().await.map_err(text)?;
        let plans = plans.into_iter().map(PlanLine::from).collect();
        let told = Told::without(Plans { plans }, unreadable.into_inner());
        Ok(Json(told))
    }

    /// List every account of a plan, closed ones too, with its balance, the state of its bank link
    /// and the day it was reconciled. Use it for account ids, or when transactions do not come in: a
    /// broken link brings none. For an account's transactions use `find_transactions`, for money by
    /// purpose `get_category_balances`.
    #[tool(
        output_schema = schema_for_output::<Told<Accounts>>(),
        annotations(title = "List accounts", read_only_hint = true, open_world_hint = true)
    )]
    async fn list_accounts(
        &self,
        Parameters(args, progress): Parameters<OfPlan>,
    ) -> Read<Accounts> {
        let mut source = Source::once(&self.client, &args?.plan_id, progress);
        let accounts = source.accounts().await?;
        let accounts = accounts.into_iter().filter(|account| !account.deleted);
        Ok(Json(source.told(Accounts {
            accounts: accounts.map(AccountLine::from).collect(),
        })))
    }

    /// List the groups of categories. Use it for a group's id. A group holds no money: for amounts
    /// and for the categories themselves use `get_category_balances`. Hidden groups and YNAB's own
    /// are left out.
    #[tool(
        output_schema = schema_for_output::<Told<Groups>>(),
        annotations(title = "List category groups", read_only_hint = true, open_world_hint = true)
    )]
    async fn list_category_groups(
        &self,
        Parameters(args, progress): Parameters<OfPlan>,
    ) -> Read<Groups> {
        let mut source = Source::once(&self.client, &args?.plan_id, progress);
        let groups = source.categories().await?;
        let own = groups
            .into_iter()
            .filter(|group| !(group.hidden || group.internal || group.deleted))
            .filter(|group| group.name != CARD_PAYMENTS);
        let lines = own.map(|group| GroupLine {
            id: group.id,
            name: name(&group.name),
        });
        Ok(Json(source.told(Groups {
            groups: lines.collect(),
        })))
    }
}

impl From<Plan> for PlanLine {
    fn from(plan: Plan) -> Self {
        let format = plan.currency_format.as_ref();
        Self {
            id: plan.id,
            name: name(&plan.name),
            first_month: plan.first_month,
            last_month: plan.last_month,
            decimals: format.map_or(2, |format| format.decimal_digits),
            currency: format.and_then(|format| format.iso_code.clone()),
        }
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
            name: name(&account.name),
            r#type: account.kind,
            on_budget: account.on_budget,
            closed: account.closed,
            balance: account.balance.decimal(),
            cleared_balance: account.cleared_balance.decimal(),
            uncleared_balance: account.uncleared_balance.decimal(),
        }
    }
}
