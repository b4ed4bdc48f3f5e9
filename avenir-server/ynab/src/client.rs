use std::collections::HashSet;

use jiff::civil::Date;

use crate::{
    Cached, Endpoint, Error, Settings,
    cache::Cache,
    http::Http,
    list,
    model::{
        Account, Category, CategoryGroup, Month, MonthSummary, Payee, Plan, ScheduledTransaction,
        Transaction,
    },
    read_session::ReadSession,
};

/// Reads plans, and writes what a person confirmed. Clones share connections, the count of the
/// hour's requests, and the cache.
///
/// Its own reads ask YNAB, every time and for everything, unless it [watches](Self::rereading);
/// [`cached`](Self::cached) has those that ask only what changed.
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) http: Http,
    pub(crate) cache: Cache,
    pub(crate) session: Option<ReadSession>,
}

/// From this many on, one list of transactions costs less than a request for each.
const LIST_FROM: usize = 4;

/// Which transactions to list. The dates are `YYYY-MM-DD` and included.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::exhaustive_structs,
    reason = "a filter; every field has a default"
)]
pub struct TransactionQuery<'a> {
    /// The first date; without it, all there are. It is always sent: YNAB's own default is one
    /// year ago, for what changed too, and what is left out then is never told again.
    pub since: Option<&'a str>,
    /// The last date.
    pub until: Option<&'a str>,
}

impl Client {
    /// A client of the plans at `endpoint`.
    ///
    /// # Errors
    ///
    /// If the TLS set-up of this machine is unusable.
    pub fn new(endpoint: Endpoint) -> Result<Self, Error> {
        Self::with_settings(endpoint, Settings::default())
    }

    /// A client that is otherwise patient.
    ///
    /// # Errors
    ///
    /// See [`new`](Self::new).
    pub fn with_settings(endpoint: Endpoint, settings: Settings) -> Result<Self, Error> {
        let http = Http::new(endpoint, settings)?;
        Ok(Self {
            http,
            cache: Cache::default(),
            session: None,
        })
    }

    /// The reads that ask YNAB only for what changed since the last one.
    #[must_use]
    pub fn cached(&self) -> Cached<'_> {
        Cached::new(self)
    }

    /// How many seconds this machine's clock was ahead of YNAB's when it last answered; negative
    /// where it is behind. None before the first answer.
    #[must_use]
    pub fn clock_ahead(&self) -> Option<i64> {
        self.http.clock_ahead()
    }

    /// Returns the day that it is for YNAB, whose days and months are UTC's. It goes by the time of
    /// YNAB's last answer, and by this machine's clock before the first.
    #[must_use]
    pub fn today(&self) -> Date {
        self.http.today()
    }

    /// Sets `requests` of this hour aside for an operation, which uses the client that comes back.
    /// What is left of them is free again when that client and its clones are dropped. Of what an
    /// operation needs beyond them, each request takes its chance.
    ///
    /// # Errors
    ///
    /// If that many do not fit into this hour; then the operation must not begin.
    pub fn reserve(&self, requests: usize) -> Result<Self, Error> {
        Ok(Self {
            http: self.http.reserve(requests)?,
            ..self.clone()
        })
    }

    /// Every plan that the token opens.
    ///
    /// # Errors
    ///
    /// As [`Error`] says; so with every other read.
    pub async fn plans(&self) -> Result<Vec<Plan>, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            plans: Vec<Plan>,
        }
        let data: Data = self.http.get(&["plans"], &[]).await?;
        Ok(data.plans)
    }

    /// The id of the plan that the user opened last.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn last_used(&self) -> Result<String, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            plan: Named,
        }
        #[derive(serde::Deserialize)]
        struct Named {
            id: String,
        }
        // The whole plan comes with it; no smaller answer holds the id.
        let data: Data = self.http.get(&["plans", "last-used"], &[]).await?;
        Ok(data.plan.id)
    }

    /// Every account of a plan, closed ones included.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn accounts(&self, plan_id: &str) -> Result<Vec<Account>, Error> {
        self.rows_where(plan_id, "", |_| true).await
    }

    /// Every payee of a plan, those of transfers included.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn payees(&self, plan_id: &str) -> Result<Vec<Payee>, Error> {
        self.rows_where(plan_id, "", |_| true).await
    }

    /// Every category by group, with the amounts of the current UTC month.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn categories(&self, plan_id: &str) -> Result<Vec<CategoryGroup>, Error> {
        let month = self.today().first_of_month().to_string();
        self.rows_where(plan_id, &month, |_| true).await
    }

    /// Every month of a plan, in no order.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn months(&self, plan_id: &str) -> Result<Vec<MonthSummary>, Error> {
        self.rows_where(plan_id, "", |_| true).await
    }

    /// One month with every category; `month` is `YYYY-MM-01` or `current`.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn month(&self, plan_id: &str, month: &str) -> Result<Month, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            month: Month,
        }
        let path = ["plans", plan_id, "months", month];
        let data: Data = self.http.get(&path, &[]).await?;
        Ok(data.month)
    }

    /// One category with the amounts of `month`, which is `YYYY-MM-01` or `current`.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn category(&self, plan_id: &str, month: &str, id: &str) -> Result<Category, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            category: Category,
        }
        let path = ["plans", plan_id, "months", month, "categories", id];
        let data: Data = self.http.get(&path, &[]).await?;
        Ok(data.category)
    }

    /// The transactions that `query` selects, in no order.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn transactions(
        &self,
        plan_id: &str,
        query: &TransactionQuery<'_>,
    ) -> Result<Vec<Transaction>, Error> {
        let since = query.since.unwrap_or(list::ALL);
        let is_wanted = |row: &Transaction| list::is_within(row, since, query.until);
        self.transactions_where(plan_id, since, is_wanted).await
    }

    /// One transaction.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn transaction(&self, plan_id: &str, id: &str) -> Result<Transaction, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            transaction: Transaction,
        }
        let path = ["plans", plan_id, "transactions", id];
        let data: Data = self.http.get(&path, &[]).await?;
        Ok(data.transaction)
    }

    /// The transactions of these ids that are there, in as few requests as it takes.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn transactions_of(
        &self,
        plan_id: &str,
        ids: &HashSet<&str>,
    ) -> Result<Vec<Transaction>, Error> {
        if ids.len() >= LIST_FROM {
            let is_wanted = |row: &Transaction| ids.contains(row.id.as_str());
            return self.transactions_where(plan_id, list::ALL, is_wanted).await;
        }
        let mut rows = Vec::new();
        for id in ids {
            match self.transaction(plan_id, id).await {
                Ok(row) => rows.push(row),
                Err(Error::NotFound { .. } | Error::NoId { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(rows)
    }

    /// Every transaction that is to come.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn scheduled_transactions(
        &self,
        plan_id: &str,
    ) -> Result<Vec<ScheduledTransaction>, Error> {
        self.rows_where(plan_id, "", |_| true).await
    }
}
