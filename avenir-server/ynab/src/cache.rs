//! Keeps the lists that were read last, so that later reads request only the changes.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    Client, Error, TransactionQuery,
    list::{self, Row, Rows},
    model::{
        Account, CategoryGroup, Month, MonthSummary, Payee, Plan, ScheduledTransaction, Transaction,
    },
};

/// Reads that request only the changes since the last such read, and keep the rest in memory.
///
/// Each read sends at least one request, so its result is never older than the call. However, YNAB
/// does not send every change: a transaction carries the names of its payee, account and category,
/// and YNAB does not send the transaction again after a rename. So data that a person is asked
/// about is first read in full: see [`Client::rereading`]. A write by this client empties the
/// plan's lists.
///
/// A plan id `last-used` or `default` means another plan when the user opens another, so such a
/// plan is read in full.
#[derive(Clone, Copy, Debug)]
pub struct Cached<'a> {
    client: &'a Client,
    unreadable: Option<&'a AtomicUsize>,
}

impl<'a> Cached<'a> {
    pub(crate) fn new(client: &'a Client) -> Self {
        Self {
            client,
            unreadable: None,
        }
    }

    /// Returns reads that leave out rows which they cannot read, and add their number to a count.
    /// Without this, a list with such a row is an error.
    #[must_use]
    pub fn counting(self, unreadable: &'a AtomicUsize) -> Self {
        Self {
            unreadable: Some(unreadable),
            ..self
        }
    }

    /// Reads every plan in full; see [`Client::plans`].
    ///
    /// # Errors
    ///
    /// See [`accounts`](Self::accounts).
    pub async fn plans(&self) -> Result<Vec<Plan>, Error> {
        #[derive(serde::Deserialize)]
        struct Data<T> {
            plans: Vec<T>,
        }
        let body = self.client.http.get_body(&["plans"], &[]).await?;
        let (read, odd) = match (body.data::<Data<Plan>>(), self.unreadable) {
            (Err(Error::Unreadable { .. }), Some(_)) => {
                let all = body.data::<Data<serde_json::Value>>()?.plans;
                let count = all.len();
                let read = all
                    .into_iter()
                    .filter_map(|one| serde_json::from_value(one).ok());
                let read: Vec<Plan> = read.collect();
                let odd = count - read.len();
                (read, odd)
            }
            (data, _) => (data?.plans, 0),
        };
        self.count(odd);
        Ok(read)
    }

    /// Reads one month in full; see [`Client::month`].
    ///
    /// # Errors
    ///
    /// See [`accounts`](Self::accounts).
    pub async fn month(&self, plan_id: &str, month: &str) -> Result<Month, Error> {
        #[derive(serde::Deserialize)]
        struct Data<T> {
            month: T,
        }
        let path = ["plans", plan_id, "months", month];
        let body = self.client.http.get_body(&path, &[]).await?;
        match (body.data::<Data<Month>>(), self.unreadable) {
            (Err(error @ Error::Unreadable { .. }), Some(_)) => {
                let value = body.data::<Data<serde_json::Value>>()?.month;
                let (month, odd) = list::with_readable_categories(value);
                self.count(odd);
                month.ok_or(error)
            }
            (data, _) => Ok(data?.month),
        }
    }

    fn count(&self, odd: usize) {
        if let Some(unreadable) = self.unreadable {
            unreadable.fetch_add(odd, Ordering::Relaxed);
        }
    }

    /// Reads every account; see [`Client::accounts`].
    ///
    /// # Errors
    ///
    /// Fails as [`Error`] describes, like every other read.
    pub async fn accounts(&self, plan_id: &str) -> Result<Vec<Account>, Error> {
        self.rows(plan_id, "").await
    }

    /// Reads every payee; see [`Client::payees`].
    ///
    /// # Errors
    ///
    /// See [`accounts`](Self::accounts).
    pub async fn payees(&self, plan_id: &str) -> Result<Vec<Payee>, Error> {
        self.rows(plan_id, "").await
    }

    /// Reads every category; see [`Client::categories`].
    ///
    /// # Errors
    ///
    /// See [`accounts`](Self::accounts).
    pub async fn categories(&self, plan_id: &str) -> Result<Vec<CategoryGroup>, Error> {
        // The amounts are those of the current month, so do not reuse a list of the month before.
        let month = self.client.today().first_of_month().to_string();
        self.rows(plan_id, &month).await
    }

    /// Reads every month; see [`Client::months`].
    ///
    /// # Errors
    ///
    /// See [`accounts`](Self::accounts).
    pub async fn months(&self, plan_id: &str) -> Result<Vec<MonthSummary>, Error> {
        self.rows(plan_id, "").await
    }

    /// Reads transactions; see [`Client::transactions`].
    ///
    /// # Errors
    ///
    /// See [`accounts`](Self::accounts).
    pub async fn transactions(
        &self,
        plan_id: &str,
        query: &TransactionQuery<'_>,
    ) -> Result<Vec<Transaction>, Error> {
        let since = query.since.unwrap_or(list::ALL);
        let is_wanted = |row: &Transaction| list::is_within(row, since, query.until);
        self.rows_where(plan_id, since, |_| &is_wanted).await
    }

    /// Reads every scheduled transaction; see [`Client::scheduled_transactions`].
    ///
    /// # Errors
    ///
    /// See [`accounts`](Self::accounts).
    pub async fn scheduled_transactions(
        &self,
        plan_id: &str,
    ) -> Result<Vec<ScheduledTransaction>, Error> {
        self.rows(plan_id, "").await
    }

    async fn rows<T: Row>(&self, plan_id: &str, window: &str) -> Result<Vec<T>, Error> {
        self.rows_where(plan_id, window, |_| |_: &T| true).await
    }

    /// Returns the rows of a list that are wanted, as [`Client::rows_where`] does.
    pub(crate) async fn rows_where<T: Row, P: Fn(&T) -> bool>(
        &self,
        plan_id: &str,
        window: &str,
        wanted: impl Fn(&[T]) -> P,
    ) -> Result<Vec<T>, Error> {
        let (era, kept) = self.client.cache.get::<T>(plan_id);
        let kept = kept.filter(|kept| T::covers(&kept.window, window));
        if let Some(kept) = kept
            && let Some(kept) = self.renewed(era, plan_id, kept).await?
        {
            return Ok(kept.only(wanted));
        }
        Ok(self.whole(plan_id, window).await?.only(wanted))
    }

    /// Reads a list in full, and keeps it for later reads of changes.
    pub(crate) async fn whole<T: Row>(
        &self,
        plan_id: &str,
        window: &str,
    ) -> Result<Arc<Kept<T>>, Error> {
        let Client { http, cache, .. } = self.client;
        let (era, _) = cache.get::<T>(plan_id);
        let which = match self.unreadable {
            Some(_) => Rows::Readable,
            None => Rows::All,
        };
        let list::Page {
            rows,
            server_knowledge,
            unreadable,
        } = list::whole(http, plan_id, window, which).await?;
        self.count(unreadable);
        let read = Arc::new(Kept {
            rows,
            knowledge: server_knowledge.unwrap_or_default(),
            window: window.to_owned(),
        });
        // Do not keep a list with an unreadable row, because changes to that row would be missed.
        let is_whole = server_knowledge.is_some() && unreadable == 0;
        if is_whole && !matches!(plan_id, "last-used" | "default") {
            cache.put(era, plan_id, &read, None);
        }
        Ok(read)
    }

    /// Returns the kept list with the changes since. Returns `None` if the changes cannot be
    /// determined.
    async fn renewed<T: Row>(
        &self,
        era: u64,
        plan_id: &str,
        kept: Arc<Kept<T>>,
    ) -> Result<Option<Arc<Kept<T>>>, Error> {
        let Client { http, cache, .. } = self.client;
        let page = match list::changes(http, plan_id, kept.knowledge).await {
            Err(Error::Unreadable { .. }) if self.unreadable.is_some() => return Ok(None),
            page => page?,
        };
        // Knowledge that is missing or went back belongs to another history.
        let knowledge = page.server_knowledge.filter(|now| *now >= kept.knowledge);
        let Some(knowledge) = knowledge else {
            return Ok(None);
        };
        if page.rows.is_empty() {
            return Ok(Some(kept));
        }
        let mut rows = kept.rows.clone();
        for changed in page.rows {
            T::update(&mut rows, changed);
        }
        let renewed = Arc::new(Kept {
            rows,
            knowledge,
            window: kept.window.clone(),
        });
        cache.put(era, plan_id, &renewed, Some(&kept));
        Ok(Some(renewed))
    }
}

/// The kept lists of each plan. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Cache(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The number of times that lists were dropped. A read that began before a drop is not kept.
    era: u64,
    lists: HashMap<(String, TypeId), Arc<dyn Any + Send + Sync>>,
}

/// A list with its server knowledge.
pub(crate) struct Kept<T> {
    rows: Vec<T>,
    pub(crate) knowledge: i64,
    window: String,
}

impl<T: Clone> Kept<T> {
    pub(crate) fn only<P: Fn(&T) -> bool>(&self, wanted: impl Fn(&[T]) -> P) -> Vec<T> {
        let is_wanted = wanted(&self.rows);
        let wanted = self.rows.iter().filter(|row| is_wanted(row));
        wanted.cloned().collect()
    }
}

impl Cache {
    /// Drops the lists of a plan, because the plan was changed.
    pub(crate) fn forget(&self, plan_id: &str) {
        let mut state = self.state();
        state.era += 1;
        state.lists.retain(|(plan, _), _| plan != plan_id);
    }

    fn get<T: Row>(&self, plan_id: &str) -> (u64, Option<Arc<Kept<T>>>) {
        let state = self.state();
        let key = (plan_id.to_owned(), TypeId::of::<T>());
        let kept = state.lists.get(&key).cloned();
        (state.era, kept.and_then(|kept| kept.downcast().ok()))
    }

    /// Keeps a list. A list that was made from `old` only replaces `old`, because another one may
    /// have been read in full meanwhile, and its names are newer.
    fn put<T: Row>(
        &self,
        era: u64,
        plan_id: &str,
        kept: &Arc<Kept<T>>,
        old: Option<&Arc<Kept<T>>>,
    ) {
        let key = (plan_id.to_owned(), TypeId::of::<T>());
        let mut state = self.state();
        let there = state.lists.get(&key);
        let is_there = |old| there.is_some_and(|there| std::ptr::addr_eq(Arc::as_ptr(there), old));
        if state.era == era && old.is_none_or(|old| is_there(Arc::as_ptr(old))) {
            state.lists.insert(key, Arc::clone(kept) as _);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows the number of lists, and not their rows.
impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("lists", &self.state().lists.len())
            .finish_non_exhaustive()
    }
}
