//! Stores of open questions and codes.

use std::{
    error::Error,
    fmt,
    pin::Pin,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{bounds::STORE, fair::Fair};

/// The future that a [`Store`] returns.
pub type StoreFuture<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

/// A store that keeps entries until they are taken, once, or expire.
///
/// Entries are sealed by the gate's key. A store can lose one, which fails closed, but cannot
/// invent or change one. Several processes can share a store if they also share the key. Entries
/// are sealed but not secret: an entry holds what was shown of a change, and its fingerprint.
///
/// An error of a store is logged and not sent to the client. The call then asks nothing, or
/// confirms nothing.
pub trait Store: fmt::Debug + Send + Sync {
    /// Keeps `entry` under `id` for `lifetime`. An `id` is ASCII of less than 64 characters and is
    /// used once.
    fn put<'a>(&'a self, id: &'a str, entry: String, lifetime: Duration) -> StoreFuture<'a, ()>;

    /// Keeps an entry like [`put`](Self::put), for the caller `principal`, as in
    /// [`Principal`](crate::Principal). In a store of bounded size, only a principal's own entries
    /// should make room for its next. Calls `put` by default.
    fn put_for<'a>(
        &'a self,
        principal: Option<&'a str>,
        id: &'a str,
        entry: String,
        lifetime: Duration,
    ) -> StoreFuture<'a, ()> {
        _ = principal;
        self.put(id, entry, lifetime)
    }

    /// Removes the entry and returns it. Out of any number of calls for one id, at the same time or
    /// later, at most one gets it. An expired entry is not returned.
    fn take<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>>;

    /// Returns whether another process may take an entry that this one put. If so, a gate cannot
    /// tell an unanswered question from one that was answered elsewhere, and does not report it as
    /// lost or expired. True by default.
    fn is_shared(&self) -> bool {
        true
    }
}

/// A store in the memory of this process. It loses everything on a restart.
///
/// It keeps at most 4,096 entries. When it is full, the principal that has the most entries loses
/// the one that expires first, so a principal that asks too much loses its own questions. Callers
/// without a principal count as one.
pub struct MemoryStore {
    /// The sealed entries, by the time at which they expire. The time is monotonic: setting the
    /// clock back does not extend the life of a code.
    entries: Mutex<Fair<Instant, String>>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self {
            entries: Mutex::new(Fair::new(STORE)),
        }
    }
}

impl MemoryStore {
    fn lock(&self) -> MutexGuard<'_, Fair<Instant, String>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn put<'a>(&'a self, id: &'a str, entry: String, lifetime: Duration) -> StoreFuture<'a, ()> {
        self.put_for(None, id, entry, lifetime)
    }

    fn put_for<'a>(
        &'a self,
        principal: Option<&'a str>,
        id: &'a str,
        entry: String,
        lifetime: Duration,
    ) -> StoreFuture<'a, ()> {
        let now = Instant::now();
        let mut entries = self.lock();
        if entries.is_full() {
            let expired = entries.iter().filter(|(expires, ..)| *expires <= now);
            let expired: Vec<String> = expired.map(|(_, id, _)| id.to_owned()).collect();
            for id in expired {
                entries.remove(&id);
            }
        }
        if let Some(id) = entries.makes_room(principal) {
            entries.remove(&id);
        }
        let expires = now.checked_add(lifetime).unwrap_or(now);
        entries.insert(principal, expires, id, entry);
        Box::pin(async { Ok(()) })
    }

    fn take<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>> {
        let entry = self.lock().remove(id);
        let entry = entry.filter(|entry| entry.age > Instant::now());
        let entry = entry.map(|entry| entry.value);
        Box::pin(async { Ok(entry) })
    }

    fn is_shared(&self) -> bool {
        false
    }
}

/// Shows the number of entries, and none of their content.
impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore")
            .field("entries", &self.lock().len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn an_entry_is_taken_once_and_expires() {
        let store = MemoryStore::default();
        store.put("a", "1".into(), MINUTE).await.unwrap();
        assert_eq!(store.take("a").await.unwrap().as_deref(), Some("1"));
        assert_eq!(store.take("a").await.unwrap(), None);
        store.put("b", "2".into(), MINUTE).await.unwrap();
        tokio::time::advance(MINUTE).await;
        assert_eq!(store.take("b").await.unwrap(), None);
    }

    #[tokio::test]
    async fn it_is_bounded_and_drops_the_oldest() {
        let store = MemoryStore::default();
        for i in 0..=STORE {
            store
                .put(&i.to_string(), String::new(), MINUTE)
                .await
                .unwrap();
        }
        assert_eq!(store.take("0").await.unwrap(), None);
        assert!(store.take("1").await.unwrap().is_some());
        assert_eq!(store.lock().len(), STORE - 1);
    }

    /// Fills the store with one entry of the owner, the oldest, and entries of somebody else.
    #[tokio::test(start_paused = true)]
    async fn a_flood_by_one_principal_pushes_out_only_its_own_entries() {
        for (owner, other) in [
            (Some("alice"), Some("bob")),
            (None, Some("bob")),
            (Some("a"), None),
        ] {
            let store = MemoryStore::default();
            let put = |principal, id: String, seconds| {
                let store = &store;
                async move {
                    let lifetime = Duration::from_secs(seconds);
                    let put = store.put_for(principal, &id, String::new(), lifetime);
                    put.await.unwrap();
                }
            };
            put(owner, "first".into(), 60).await;
            for i in 0..2 * STORE {
                put(other, i.to_string(), 61).await;
            }
            // The flood does not keep the owner from asking again.
            put(owner, "second".into(), 60).await;
            assert_eq!(store.lock().len(), STORE);
            for id in ["first", "second"] {
                assert!(store.take(id).await.unwrap().is_some(), "{owner:?} {id}");
            }
            assert_eq!(store.lock().len(), STORE - 2);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_expired_makes_room_first() {
        let store = MemoryStore::default();
        for i in 0..STORE {
            store
                .put(&i.to_string(), String::new(), MINUTE)
                .await
                .unwrap();
        }
        tokio::time::advance(MINUTE).await;
        store.put("new", String::new(), MINUTE).await.unwrap();
        assert_eq!(store.lock().len(), 1);
    }
}
