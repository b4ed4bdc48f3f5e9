//! What categories hold.

use avenir_ynab::{Decimal, Milliunits, model::Category};
use rmcp::{Json, handler::server::wrapper::Parameters, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Read, is_date, text};
use crate::server::Server;

/// Arguments of `get_category_balances`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfMonth {
    /// Plan id from `list_plans`, or `last-used`.
    plan_id: String,
    /// `YYYY-MM-01`, or `current`.
    #[serde(default = "current")]
    month: String,
    /// Also list categories without any amount.
    #[serde(default)]
    include_empty: bool,
}

fn current() -> String {
    "current".to_owned()
}

/// The categories of a plan in one month.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Balances {
    categories: Vec<BalanceLine>,
}

/// A category in one month.
#[derive(Debug, Serialize, JsonSchema)]
struct BalanceLine {
    category_id: String,
    name: String,
    /// Name of its group.
    group: String,
    /// Assigned this month.
    budgeted: Decimal,
    /// Spent (negative) or received this month.
    activity: Decimal,
    /// Available: carried over, plus budgeted, plus activity.
    balance: Decimal,
}

#[tool_router(router = balance_tools, vis = "pub(crate)")]
impl Server {
    /// What each category got, spent and has left in a month. Use it for "how much is left for
    /// groceries?" and for the ids of categories. Hidden and internal ones are left out.
    #[tool(annotations(
        title = "Category balances of a month",
        read_only_hint = true,
        open_world_hint = true
    ))]
    async fn get_category_balances(&self, Parameters(args): Parameters<OfMonth>) -> Read<Balances> {
        if args.month != "current" && !is_month(&args.month) {
            return Err(format!(
                "month {:?} is none: pass YYYY-MM-01 or \"current\".",
                args.month
            ));
        }
        let month = self
            .client
            .month(&args.plan_id, &args.month)
            .await
            .map_err(text)?;
        let zero = Milliunits::default();
        let listed = month.categories.into_iter().filter(|category| {
            let empty = [category.budgeted, category.activity, category.balance] == [zero; 3];
            !category.hidden
                && !category.internal
                && !category.deleted
                && (args.include_empty || !empty)
        });
        Ok(Json(Balances {
            categories: listed.map(BalanceLine::from).collect(),
        }))
    }
}

impl From<Category> for BalanceLine {
    fn from(category: Category) -> Self {
        Self {
            category_id: category.id,
            name: category.name,
            group: category.category_group_name.unwrap_or_default(),
            budgeted: category.budgeted.decimal(),
            activity: category.activity.decimal(),
            balance: category.balance.decimal(),
        }
    }
}

/// `YYYY-MM-01`.
fn is_month(text: &str) -> bool {
    is_date(text) && text.ends_with("-01")
}
