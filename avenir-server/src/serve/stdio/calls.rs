//! The requests of a stdio client that do not have a reply yet.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rmcp::model::RequestId;

use crate::bounds::MOST_CALLS;

/// The number of calls under way at which they run before another one is read.
const MANY: usize = 32;

/// The open requests of a client.
#[derive(Clone, Default)]
pub(super) struct Calls(Arc<Mutex<Ids>>);

#[derive(Default)]
struct Ids {
    /// The requests that do not have a reply yet.
    open: HashSet<RequestId>,
    /// The cancelled requests, oldest first. They get no reply. The SDK would send the reply of one
    /// as the reply of a later request with the same id.
    cancelled: VecDeque<RequestId>,
}

/// The reason why a request cannot begin.
pub(super) enum Busy {
    SameId,
    TooMany,
}

impl Calls {
    pub(super) fn begin(&self, id: &RequestId) -> Result<(), Busy> {
        let mut ids = self.ids();
        if ids.open.contains(id) || ids.cancelled.contains(id) {
            return Err(Busy::SameId);
        }
        if ids.open.len() >= MOST_CALLS {
            return Err(Busy::TooMany);
        }
        ids.open.insert(id.clone());
        Ok(())
    }

    pub(super) fn end(&self, id: &RequestId) {
        self.ids().open.remove(id);
    }

    pub(super) fn cancel(&self, id: &RequestId) {
        let mut ids = self.ids();
        if ids.open.remove(id) {
            if ids.cancelled.len() >= MOST_CALLS {
                ids.cancelled.pop_front();
            }
            ids.cancelled.push_back(id.clone());
        }
    }

    pub(super) fn are_many(&self) -> bool {
        self.ids().open.len() > MANY
    }

    fn ids(&self) -> MutexGuard<'_, Ids> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
