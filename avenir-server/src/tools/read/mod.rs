//! The tools that only read.

mod args;
mod balances;
mod merchant;
mod page;
mod payees;
mod plans;
mod scheduled;
mod source;
mod suggest;
mod targets;
mod transactions;
mod trends;

use avenir_ynab::{
    Milliunits,
    model::{Category, CategoryGroup},
};
use confirm::preview::visible;
use rmcp::{Json, handler::server::router::tool::ToolRouter};

pub(crate) use self::source::{Source, no_plan, not_there};
use crate::{server::Server, tools::CARD_PAYMENTS};

/// What a tool that only reads answers; a failure is text for the model.
type Read<T> = Result<Json<T>, String>;

impl Server {
    /// Every tool that only reads.
    pub(crate) fn read_tools() -> ToolRouter<Self> {
        Self::plan_tools()
            + Self::payee_tools()
            + Self::scheduled_tools()
            + Self::transaction_tools()
            + Self::suggest_tools()
            + Self::balance_tools()
            + Self::target_tools()
            + Self::trend_tools()
    }
}

/// Somebody's name for something: one line that hides nothing.
pub(crate) fn name(text: &str) -> String {
    visible(text, 100)
}

/// Longer text of the user's or the bank's.
fn memo(text: &str) -> String {
    visible(text, 200)
}

/// Exact, since the parts are integers. A sum that is too large stays at the largest amount, which no
/// JSON number keeps: it is refused where it is printed, and not shown wrong.
fn sum(amounts: impl Iterator<Item = Milliunits>) -> Milliunits {
    Milliunits(amounts.fold(0, |sum, amount| sum.saturating_add(amount.0)))
}

/// The categories that a transaction may have, with their groups, in the plan's order.
pub(crate) fn assignable(
    groups: &[CategoryGroup],
) -> impl Iterator<Item = (&CategoryGroup, &Category)> {
    groups
        .iter()
        .filter(|group| !(group.hidden || group.internal || group.deleted))
        .filter(|group| group.name != CARD_PAYMENTS)
        .flat_map(|group| group.categories.iter().map(move |one| (group, one)))
        .filter(|(_, one)| !(one.hidden || one.internal || one.deleted))
}
