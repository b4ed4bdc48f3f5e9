//! The reads of one plan in a call.

use std::sync::atomic::{AtomicUsize, Ordering};

use avenir_ynab::{
    Cached, Client, Error, TransactionQuery,
    model::{self, Account, CategoryGroup, MonthSummary, Payee, ScheduledTransaction, Transaction},
};
use confirm::preview::quoted;

use super::Told;
use crate::tools::{LAST_USED, dates::Month, progress::Progress, text};

/// The reads of one plan in a call. A failure is text for the model.
#[derive(Debug)]
pub(crate) struct Source<'a> {
    client: &'a Client,
    plan: String,
    progress: Progress,
    /// The number of rows that could not be read.
    unreadable: AtomicUsize,
}

/// The most plans that an error offers.
const MOST_OFFERED: usize = 10;

impl<'a> Source<'a> {
    /// Creates a source for one request. YNAB itself resolves `last-used` in that request.
    pub(crate) fn once(client: &'a Client, plan_id: &str, mut progress: Progress) -> Self {
        progress.expect(1);
        Self {
            client,
            plan: plan_id.to_owned(),
            progress,
            unreadable: AtomicUsize::new(0),
        }
    }

    /// Creates a source for several requests, or for pages of a list, which must be about one plan.
    /// Resolves `last-used` first, because `last-used` moves when the user opens another plan.
    pub(crate) async fn new(
        client: &'a Client,
        plan_id: &str,
        requests: u32,
        progress: Progress,
    ) -> Result<Self, String> {
        let mut source = Self::once(client, plan_id, progress);
        source.progress.expect(requests - 1);
        if plan_id == LAST_USED {
            source.progress.expect(1);
            let plans = client.plans().await.map_err(text)?;
            source.progress.step("plans").await;
            source.plan = if let [only] = plans.as_slice() {
                only.id.clone()
            } else {
                source.progress.expect(1);
                let id = client.last_used().await.map_err(text)?;
                source.progress.step("the plan used last").await;
                id
            };
        }
        Ok(source)
    }

    /// Returns the answer of a call, with the number of rows that could not be read.
    pub(crate) fn told<T>(&self, told: T) -> Told<T> {
        Told::without(told, self.unreadable())
    }

    /// Returns how many rows could not be read.
    pub(crate) fn unreadable(&self) -> usize {
        self.unreadable.load(Ordering::Relaxed)
    }

    fn cached(&self) -> Cached<'_> {
        self.client.cached().counting(&self.unreadable)
    }

    /// Returns the plan's id, or `last-used` if the source is for one request.
    pub(crate) fn plan(&self) -> &str {
        &self.plan
    }

    pub(crate) async fn accounts(&mut self) -> Result<Vec<Account>, String> {
        let read = self.cached().accounts(&self.plan).await;
        self.done("accounts", read).await
    }

    pub(crate) async fn payees(&mut self) -> Result<Vec<Payee>, String> {
        let read = self.cached().payees(&self.plan).await;
        self.done("payees", read).await
    }

    pub(crate) async fn categories(&mut self) -> Result<Vec<CategoryGroup>, String> {
        let read = self.cached().categories(&self.plan).await;
        self.done("categories", read).await
    }

    pub(crate) async fn months(&mut self) -> Result<Vec<MonthSummary>, String> {
        let read = self.cached().months(&self.plan).await;
        self.done("months", read).await
    }

    pub(crate) async fn month(&mut self, month: Month) -> Result<model::Month, String> {
        let read = self.cached().month(&self.plan, &month.to_string()).await;
        match read {
            Err(error @ Error::NotFound { .. }) => Err(self.no_month(month, error).await),
            read => self.done("the month", read).await,
        }
    }

    pub(crate) async fn transactions(
        &mut self,
        query: &TransactionQuery<'_>,
    ) -> Result<Vec<Transaction>, String> {
        let read = self.cached().transactions(&self.plan, query).await;
        self.done("transactions", read).await
    }

    pub(crate) async fn scheduled(&mut self) -> Result<Vec<ScheduledTransaction>, String> {
        let read = self.cached().scheduled_transactions(&self.plan).await;
        self.done("scheduled transactions", read).await
    }

    async fn done<T>(&mut self, what: &str, read: Result<T, Error>) -> Result<T, String> {
        match read {
            Ok(read) => {
                self.progress.step(what).await;
                Ok(read)
            }
            Err(error @ (Error::NotFound { .. } | Error::NoId { .. })) => {
                Err(self.no_plan().await.unwrap_or_else(|| text(error)))
            }
            Err(error) => Err(text(error)),
        }
    }

    /// Returns the error that the plan does not exist, with the plans that do. `None` if the plan
    /// exists, or the plans cannot be read.
    async fn no_plan(&self) -> Option<String> {
        no_plan(self.client, &self.plan).await
    }

    /// Returns the error for a month that does not exist. Checks the plan first, because YNAB
    /// answers the same for a missing month and a missing plan.
    async fn no_month(&self, month: Month, error: Error) -> String {
        if let Some(text) = self.no_plan().await {
            return text;
        }
        let months = self.cached().months(&self.plan).await;
        let mut months: Vec<String> = match months {
            Ok(months) => months.into_iter().map(|month| month.month).collect(),
            Err(_) => return text(error),
        };
        months.sort_unstable();
        match (months.first(), months.last()) {
            (Some(first), Some(last)) => {
                format!("There is no month {month} in this plan: it has {first} to {last}.")
            }
            _ => text(error),
        }
    }
}

/// Returns the error for a plan that does not exist. `None` if the plan exists, or the plans cannot
/// be read.
pub(crate) async fn no_plan(client: &Client, plan_id: &str) -> Option<String> {
    let plans = client.plans().await.ok()?;
    if plan_id == LAST_USED || plans.iter().any(|plan| plan.id == plan_id) {
        return None;
    }
    Some(not_there(&plans, plan_id))
}

/// Returns the error for a plan id that is not one of these plans. Offers the plans with that name,
/// or else the first plans of the list.
pub(crate) fn not_there(plans: &[model::Plan], plan_id: &str) -> String {
    let offer = |plan: &model::Plan| format!("{} ({})", plan.id, quoted(&plan.name, 60));
    let named = plans
        .iter()
        .filter(|plan| plan.name.to_lowercase() == plan_id.trim().to_lowercase());
    let mut offers: Vec<String> = named.map(offer).collect();
    if offers.is_empty() {
        offers.extend(plans.iter().take(MOST_OFFERED).map(offer));
    }
    let offers = match offers.as_slice() {
        [] => "this token opens no plan".to_owned(),
        [one] => format!("pass {one} as plan_id"),
        several => format!("pass one of these as plan_id: {}", several.join(", ")),
    };
    format!("There is no plan {}: {offers}.", quoted(plan_id, 60))
}
