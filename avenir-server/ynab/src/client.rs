use crate::{
    Endpoint, Error,
    http::Http,
    model::{Account, Category, CategoryGroup, Plan, Transaction},
};

/// Reads plans, and writes what a person confirmed.
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) http: Http,
}

/// Which transactions to list. The dates are `YYYY-MM-DD` and included.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::exhaustive_structs,
    reason = "a filter; every field has a default"
)]
pub struct TransactionQuery<'a> {
    /// The first date; YNAB's own default is one year ago.
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
        let http = Http::new(endpoint)?;
        Ok(Self { http })
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
        #[derive(serde::Deserialize)]
        struct Data {
            accounts: Vec<Account>,
        }
        let data: Data = self.http.get(&["plans", plan_id, "accounts"], &[]).await?;
        Ok(data.accounts)
    }

    /// Every category by group, with the amounts of the current UTC month.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn categories(&self, plan_id: &str) -> Result<Vec<CategoryGroup>, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            category_groups: Vec<CategoryGroup>,
        }
        let data: Data = self
            .http
            .get(&["plans", plan_id, "categories"], &[])
            .await?;
        Ok(data.category_groups)
    }

    /// Every category with the amounts of `month`, which is `YYYY-MM-01` or `current`.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn month(&self, plan_id: &str, month: &str) -> Result<Vec<Category>, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            month: Month,
        }
        #[derive(serde::Deserialize)]
        struct Month {
            categories: Vec<Category>,
        }
        let data: Data = self
            .http
            .get(&["plans", plan_id, "months", month], &[])
            .await?;
        Ok(data.month.categories)
    }

    /// The transactions that `query` selects, in YNAB's order.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn transactions(
        &self,
        plan_id: &str,
        query: &TransactionQuery<'_>,
    ) -> Result<Vec<Transaction>, Error> {
        #[derive(serde::Deserialize)]
        struct Data {
            transactions: Vec<Transaction>,
        }
        let filters: Vec<(&str, &str)> = [("since_date", query.since), ("until_date", query.until)]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        let data: Data = self
            .http
            .get(&["plans", plan_id, "transactions"], &filters)
            .await?;
        Ok(data.transactions)
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
        let data: Data = self
            .http
            .get(&["plans", plan_id, "transactions", id], &[])
            .await?;
        Ok(data.transaction)
    }
}
