//! Looking at the same things again, while somebody is asked about them.

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

/// The lists that were read in whole, by plan and type, with the knowledge of then. Clones share it.
pub(crate) type ReadSession = Arc<Mutex<HashMap<(String, TypeId), i64>>>;

impl Client {
    /// A client for looking at the same things again, while somebody is asked about them. Its first
    /// read of a list asks for everything, and the next ones for what changed since. It ends with the
    /// question; what it read stays with the client that it comes from.
    ///
    /// A transaction's names of its account and its category are as new as the first read: take them
    /// from their own lists.
    #[must_use]
    pub fn rereading(&self) -> Self {
        Self {
            session: Some(ReadSession::default()),
            ..self.clone()
        }
    }

    /// Those of a list that are wanted; `window` is as in [`Row`].
    pub(crate) async fn rows_where<T: Row>(
        &self,
        plan_id: &str,
        window: &str,
        is_wanted: impl Fn(&T) -> bool,
    ) -> Result<Vec<T>, Error> {
        let Some(session) = &self.session else {
            let mut rows = list::whole(&self.http, plan_id, window, Rows::All)
                .await?
                .rows;
            rows.retain(is_wanted);
            return Ok(rows);
        };
        let cached = self.cached();
        if self.known_of::<T>(plan_id).is_some() {
            return cached.rows_where(plan_id, window, is_wanted).await;
        }
        let read = cached.whole::<T>(plan_id, window).await?;
        let list = (plan_id.to_owned(), TypeId::of::<T>());
        lock(session).insert(list, read.knowledge);
        Ok(read.only(is_wanted))
    }

    /// Those transactions that are wanted, each with the name that its payee has now.
    pub(crate) async fn transactions_where(
        &self,
        plan_id: &str,
        since: &str,
        is_wanted: impl Fn(&Transaction) -> bool,
    ) -> Result<Vec<Transaction>, Error> {
        let rows = self.rows_where(plan_id, since, is_wanted);
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

    /// The knowledge at which a list was first read, if it was.
    fn known_of<T: Row>(&self, plan_id: &str) -> Option<i64> {
        let list = (plan_id.to_owned(), TypeId::of::<T>());
        lock(self.session.as_ref()?).get(&list).copied()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
