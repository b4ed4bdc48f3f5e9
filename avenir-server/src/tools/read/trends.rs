//! The tool that shows the spending of categories by month.

use std::{cmp::Reverse, collections::HashMap};

use avenir_ynab::{Decimal, Milliunits, MoneyError, TransactionQuery, model::Transaction};
use jiff::{ToSpan as _, civil::Date};
use rmcp::{Json, handler::server::tool::schema_for_output, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Read, Source, Told,
    args::{Parameters, UpTo},
    inexact, name, sum,
};
use crate::{
    server::Server,
    tools::{dates::today, progress::Progress},
};

/// Arguments of `get_spending_trends`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfMonths {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// This month and those before it; default 3.
    #[serde(default = "three")]
    months_count: UpTo<24>,
}

fn three() -> UpTo<24> {
    UpTo(3)
}

#[derive(Debug, Serialize, JsonSchema)]
struct Trends {
    /// Oldest first.
    months: Vec<String>,
    /// The category with the most spending comes first.
    categories: Vec<Trend>,
    /// The sums over all categories, in the order of months.
    total: Vec<Decimal>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
struct Trend {
    category_id: String,
    name: String,
    group: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
    /// In the order of months.
    spent: Vec<Decimal>,
    total: Decimal,
}

#[tool_router(router = trend_tools, vis = "pub(super)")]
impl Server {
    /// Show the spending of each category in each of the last months. Use it for "do we spend more
    /// on food than in spring?". Rule: spent is minus the sum of a category's transactions and lines of
    /// splits dated in the month, so a refund lowers it and can make it negative; the current month
    /// is partial; a younger plan gives the months it has. Income, transfers inside the budget and
    /// uncategorized transactions do not count; hidden categories do. For one month against its
    /// budget use `get_budget_vs_actual`, for the payments themselves `find_transactions`.
    #[tool(
        output_schema = schema_for_output::<Told<Trends>>(),
        annotations(title = "Spending by month", read_only_hint = true, open_world_hint = true)
    )]
    async fn get_spending_trends(
        &self,
        Parameters(args, progress): Parameters<OfMonths>,
    ) -> Read<Trends> {
        self.trends(args?, progress).await.map(Json)
    }
}

impl Server {
    /// Calculates the spending from the transactions, which take one request. The amounts of the
    /// months would take one request each.
    async fn trends(&self, args: OfMonths, progress: Progress) -> Result<Told<Trends>, String> {
        let mut source = Source::new(&self.client, &args.plan_id, 3, progress).await?;
        let known = source.months().await?;
        let mut months = last_months(today(&self.client), args.months_count.0);
        let first = known.iter().map(|month| month.month.as_str()).min();
        months.retain(|month| first.is_none_or(|first| first <= month.as_str()));
        let query = TransactionQuery {
            since: months.first().map(String::as_str),
            until: None,
        };
        let groups = source.categories().await?;
        let transactions = source.transactions(&query).await?;
        let spent = by_category(&transactions, &months).map_err(inexact)?;
        let zeros = || vec![Milliunits::default(); months.len()];
        let mut total = zeros();
        let mut trends = Vec::new();
        for (group, one) in groups
            .iter()
            .flat_map(|group| group.categories.iter().map(move |one| (group, one)))
            .filter(|(group, one)| !(group.internal || one.internal))
        {
            let Some(spent) = spent.get(one.id.as_str()) else {
                continue;
            };
            for (total, spent) in total.iter_mut().zip(spent) {
                *total = total.checked_add(*spent).map_err(inexact)?;
            }
            let all = sum(spent.iter().copied())?;
            let trend = Trend {
                category_id: one.id.clone(),
                name: name(&one.name),
                group: name(&group.name),
                hidden: group.hidden || one.hidden,
                spent: decimals(spent),
                total: all.decimal(),
            };
            trends.push((Reverse(all), trend));
        }
        trends.sort_by_key(|(most, _)| *most);
        Ok(source.told(Trends {
            categories: trends.into_iter().map(|(_, trend)| trend).collect(),
            total: decimals(&total),
            months,
        }))
    }
}

/// Returns the first days of the last `count` months, the current one included, the oldest first.
fn last_months(today: Date, count: usize) -> Vec<String> {
    let current = today.first_of_month();
    let before = |months: usize| {
        let months = i64::try_from(months).unwrap_or_default();
        current.saturating_sub(months.months()).to_string()
    };
    (0..count).rev().map(before).collect()
}

/// Returns the spending of each category in each of the months. Fails if an amount cannot be exact.
fn by_category<'a>(
    transactions: &'a [Transaction],
    months: &[String],
) -> Result<HashMap<&'a str, Vec<Milliunits>>, MoneyError> {
    let mut spent: HashMap<&str, Vec<Milliunits>> = HashMap::new();
    for transaction in transactions.iter().filter(|one| !one.deleted) {
        let month = transaction.date.get(.."YYYY-MM".len());
        let place = months
            .iter()
            .position(|one| month.is_some_and(|month| one.starts_with(month)));
        let Some(place) = place else { continue };
        let lines = transaction.subtransactions.iter();
        let mut parts: Vec<_> = lines
            .filter(|line| !line.deleted)
            .map(|line| (line.category_id.as_deref(), line.amount))
            .collect();
        if parts.is_empty() {
            parts.push((transaction.category_id.as_deref(), transaction.amount));
        }
        for (category, amount) in parts {
            let Some(category) = category else { continue };
            let months = spent
                .entry(category)
                .or_insert_with(|| vec![Milliunits::default(); months.len()]);
            months[place] = months[place].checked_sub(amount)?;
        }
    }
    Ok(spent)
}

fn decimals(amounts: &[Milliunits]) -> Vec<Decimal> {
    amounts.iter().map(|amount| amount.decimal()).collect()
}
