use std::collections::{HashMap, HashSet};

use jiff::civil::Date;

use crate::{
    Cached, Endpoint, Error, Milliunits, Settings,
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
/// Its own reads request everything every time, except in a [session](Self::rereading).
/// [`cached`](Self::cached) returns reads that request only the changes.
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) http: Http,
    pub(crate) cache: Cache,
    pub(crate) session: Option<ReadSession>,
}

/// The number of transactions from which one list costs less than a request for each.
const LIST_FROM: usize = 4;

/// A selection of transactions. The dates are `YYYY-MM-DD` and inclusive.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::exhaustive_structs,
    reason = "a filter; every field has a default"
)]
pub struct TransactionQuery<'a> {
    /// The first date; `None` means all. A date is always sent, because YNAB's default is one year
    /// ago, also for changes, and a change left out is never sent again.
    pub since: Option<&'a str>,
    /// The last date.
    pub until: Option<&'a str>,
}

impl Client {
    /// Makes a client of the plans at `endpoint`.
    ///
    /// # Errors
    ///
    /// Fails if the TLS configuration of this machine is unusable.
    pub fn new(endpoint: Endpoint) -> Result<Self, Error> {
        Self::with_settings(endpoint, Settings::default())
    }

    /// Makes a client with other time-outs and limits.
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

    /// Returns reads that request only the changes since the last read.
    #[must_use]
    pub fn cached(&self) -> Cached<'_> {
        Cached::new(self)
    }

    /// Returns how many seconds this machine's clock was ahead of YNAB's at the last answer.
    /// Negative means behind; `None` means that YNAB has not answered yet.
    #[must_use]
    pub fn clock_ahead(&self) -> Option<i64> {
        self.http.clock_ahead()
    }

    /// Returns the current UTC day, which YNAB goes by. Uses the time of YNAB's last answer, or
    /// this machine's clock before the first answer.
    #[must_use]
    pub fn today(&self) -> Date {
        self.http.today()
    }

    /// Reserves `requests` of this hour for an operation. Returns the client that uses them.
    /// Dropping that client and its clones frees the rest. Requests beyond the reservation compete
    /// with all others.
    ///
    /// # Errors
    ///
    /// Fails if that many requests do not fit into this hour. The operation must not begin then.
    pub fn reserve(&self, requests: usize) -> Result<Self, Error> {
        Ok(Self {
            http: self.http.reserve(requests)?,
            ..self.clone()
        })
    }

    /// Reads every plan that the token can access.
    ///
    /// # Errors
    ///
    /// Fails as [`Error`] describes, like every other read.
    pub async fn plans(&self) -> Result<Vec<Plan>, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            plans: Vec<Plan>,
        }
        let data: Data = self.http.get(&["plans"], &[]).await?;
        Ok(data.plans)
    }

    /// Reads the id of the plan that the user opened last.
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
        // Read the whole plan, because no smaller answer holds the id.
        let data: Data = self.http.get(&["plans", "last-used"], &[]).await?;
        Ok(data.plan.id)
    }

    /// Reads every account of a plan, including closed ones.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn accounts(&self, plan_id: &str) -> Result<Vec<Account>, Error> {
        self.rows_where(plan_id, "", |_| |_: &_| true).await
    }

    /// Reads every payee of a plan, including those of transfers.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn payees(&self, plan_id: &str) -> Result<Vec<Payee>, Error> {
        self.rows_where(plan_id, "", |_| |_: &_| true).await
    }

    /// Reads every category by group, with the amounts of the current UTC month.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn categories(&self, plan_id: &str) -> Result<Vec<CategoryGroup>, Error> {
        let month = self.today().first_of_month().to_string();
        self.rows_where(plan_id, &month, |_| |_: &_| true).await
    }

    /// Reads every month of a plan, in no particular order.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn months(&self, plan_id: &str) -> Result<Vec<MonthSummary>, Error> {
        self.rows_where(plan_id, "", |_| |_: &_| true).await
    }

    /// Reads one month with every category; `month` is `YYYY-MM-01` or `current`.
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

    /// Reads one category with the amounts of `month`, which is `YYYY-MM-01` or `current`.
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

    /// Reads the transactions that `query` selects, in no particular order.
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
        self.transactions_where(plan_id, since, |_| &is_wanted)
            .await
    }

    /// Reads one transaction.
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

    /// Reads the transactions with these ids that exist. Up to three are read one by one, and more
    /// in one list.
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
            let wanted = |_: &[Transaction]| &is_wanted;
            return self.transactions_where(plan_id, list::ALL, wanted).await;
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

    /// Reads the transactions with these ids, and those of the same day and amount, which a person
    /// could confuse with them.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn transactions_and_twins(
        &self,
        plan_id: &str,
        ids: &HashSet<&str>,
    ) -> Result<Vec<Transaction>, Error> {
        let wanted = |rows: &[Transaction]| {
            let mut days: HashMap<Milliunits, HashSet<String>> = HashMap::new();
            for row in rows.iter().filter(|row| ids.contains(row.id.as_str())) {
                days.entry(row.amount).or_default().insert(row.date.clone());
            }
            move |row: &Transaction| {
                let days = days.get(&row.amount);
                days.is_some_and(|days| days.contains(&row.date))
            }
        };
        self.transactions_where(plan_id, list::ALL, wanted).await
    }

    /// Reads every scheduled transaction.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn scheduled_transactions(
        &self,
        plan_id: &str,
    ) -> Result<Vec<ScheduledTransaction>, Error> {
        self.rows_where(plan_id, "", |_| |_: &_| true).await
    }
}
