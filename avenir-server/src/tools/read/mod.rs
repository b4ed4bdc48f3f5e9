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
    Milliunits, MoneyError,
    model::{Category, CategoryGroup},
};
use confirm::preview::visible;
use rmcp::{Json, handler::server::router::tool::ToolRouter};
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use self::merchant::is_unseen;
pub(crate) use self::source::{Source, no_plan, not_there};
use crate::{server::Server, tools::CARD_PAYMENTS};

/// The answer of a tool that only reads. A failure is text for the model.
type Read<T> = Result<Json<Told<T>>, String>;

/// The output of a tool that reads, with the number of rows that it could not read.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Told<T> {
    #[serde(flatten)]
    told: T,
    /// Rows that could not be read, so that they are in no list and no sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<usize>,
}

impl<T> Told<T> {
    fn without(told: T, unreadable: usize) -> Self {
        let unreadable = Some(unreadable).filter(|&count| count > 0);
        Self { told, unreadable }
    }
}

impl Server {
    /// Returns every tool that only reads.
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

/// Returns a name that somebody chose as one line of at most 100 visible characters. Characters
/// that hide or move text are escaped.
pub(crate) fn name(text: &str) -> String {
    visible(text, 100)
}

/// Returns a longer text of the user's or the bank's like [`name`], with at most 200 characters.
fn memo(text: &str) -> String {
    visible(text, 200)
}

/// Adds up amounts. Fails if the sum cannot be exact.
fn sum(amounts: impl Iterator<Item = Milliunits>) -> Result<Milliunits, String> {
    Milliunits::checked_sum(amounts).map_err(inexact)
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn inexact(error: MoneyError) -> String {
    format!("{error}.")
}

/// Returns the categories that a transaction may have, with their groups, in the plan's order.
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
