//! Rereads the same lists while a person is asked about their rows.

use std::{
    any::TypeId,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    Client, Error,
    list::{self, Row, Rows},
    model::{Payee, Transaction},
};

/// The lists that were read in full, by plan and type, with their server knowledge. Clones share
/// the session.
pub(crate) type ReadSession = Arc<Mutex<HashMap<(String, TypeId), i64>>>;

impl Client {
    /// Returns a client that rereads the same lists while a person is asked about them. Its first
    /// read of a list requests everything, and the next ones the changes since. Drop it after the
    /// question; the lists stay with this client.
    ///
    /// The names of a transaction's account and category are as old as the first read: take the
    /// names from their own lists.
    #[must_use]
    pub fn rereading(&self) -> Self {
        Self {
            session: Some(ReadSession::default()),
            ..self.clone()
        }
    }

    /// Returns the rows of a list that are wanted; `window` is as in [`Row`]. `wanted` sees the
    /// whole list and returns the predicate, because a list has thousands of rows and few are
    /// copied.
    pub(crate) async fn rows_where<T: Row, P: Fn(&T) -> bool>(
        &self,
        plan_id: &str,
        window: &str,
        wanted: impl Fn(&[T]) -> P,
    ) -> Result<Vec<T>, Error> {
        let Some(session) = &self.session else {
            let mut rows = list::whole(&self.http, plan_id, window, Rows::All)
                .await?
                .rows;
            let is_wanted = wanted(&rows);
            rows.retain(is_wanted);
            return Ok(rows);
        };
        let cached = self.cached();
        if self.known_of::<T>(plan_id).is_some() {
            return cached.rows_where(plan_id, window, wanted).await;
        }
        let read = cached.whole::<T>(plan_id, window).await?;
        let list = (plan_id.to_owned(), TypeId::of::<T>());
        lock(session).insert(list, read.knowledge);
        Ok(read.only(wanted))
    }

    /// Returns the transactions that are wanted, each with the current name of its payee.
    pub(crate) async fn transactions_where<P: Fn(&Transaction) -> bool>(
        &self,
        plan_id: &str,
        since: &str,
        wanted: impl Fn(&[Transaction]) -> P,
    ) -> Result<Vec<Transaction>, Error> {
        let rows = self.rows_where(plan_id, since, wanted);
        let Some(known) = self.known_of::<Transaction>(plan_id) else {
            return rows.await;
        };
        // YNAB does not send a row again when its payee is renamed.
        let payees = list::changes::<Payee>(&self.http, plan_id, known);
        let (mut rows, payees) = tokio::try_join!(rows, payees)?;
        let names: HashMap<&str, &str> = payees
            .rows
            .iter()
            .map(|payee| (payee.id.as_str(), payee.name.as_str()))
            .collect();
        for row in &mut rows {
            if let Some(name) = row.payee_id.as_deref().and_then(|id| names.get(id)) {
                row.payee_name = Some((*name).to_owned());
            }
        }
        Ok(rows)
    }

    /// Returns the server knowledge of the first read of a list, if there was one.
    fn known_of<T: Row>(&self, plan_id: &str) -> Option<i64> {
        let list = (plan_id.to_owned(), TypeId::of::<T>());
        lock(self.session.as_ref()?).get(&list).copied()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
