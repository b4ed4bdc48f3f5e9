//! Where open questions and codes wait to be taken.

use std::{
    collections::HashMap,
    error::Error,
    fmt,
    pin::Pin,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::bounds::STORE;

/// What a [`Store`] answers with.
pub type StoreFuture<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

/// Keeps entries until they are taken, once, or expire.
///
/// Entries are sealed by the gate's key: a store can lose one, which fails closed, but not invent
/// or change one. Several processes can share a store if they share the key too. Sealed is not
/// secret: an entry holds what was shown of a change, and its fingerprint.
///
/// An error of a store goes to the log and not to the client. Nothing is asked then, or nothing is
/// confirmed.
pub trait Store: fmt::Debug + Send + Sync {
    /// Keeps `entry` under `id` for `lifetime`. An `id` is ASCII of less than 64 characters and is
    /// used once.
    fn put<'a>(&'a self, id: &'a str, entry: String, lifetime: Duration) -> StoreFuture<'a, ()>;

    /// Takes the entry out. Of any number of calls for one id, at the same time or later, at most
    /// one gets it. An expired entry is none.
    fn take<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>>;

    /// Whether another process may take what this one put. If so, a gate cannot tell a question that
    /// nobody answered from one that was answered elsewhere, and does not report it as lost or
    /// expired. True by default.
    fn is_shared(&self) -> bool {
        true
    }
}

/// A store in this process. It forgets everything at a restart, and it is bounded: of more than
/// 4,096 entries the one that expires first makes room.
#[derive(Default)]
pub struct MemoryStore {
    entries: Mutex<HashMap<String, Entry>>,
}

struct Entry {
    sealed: String,
    /// Monotonic: setting the clock back does not lengthen a code's life.
    expires: Instant,
}

impl Store for MemoryStore {
    fn put<'a>(&'a self, id: &'a str, entry: String, lifetime: Duration) -> StoreFuture<'a, ()> {
        let now = Instant::now();
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= STORE {
            entries.retain(|_, entry| entry.expires > now);
        }
        if entries.len() >= STORE {
            let first = entries.iter().min_by_key(|(_, entry)| entry.expires);
            if let Some(id) = first.map(|(id, _)| id.clone()) {
                entries.remove(&id);
            }
        }
        let entry = Entry {
            sealed: entry,
            expires: now.checked_add(lifetime).unwrap_or(now),
        };
        entries.insert(id.to_owned(), entry);
        Box::pin(async { Ok(()) })
    }

    fn take<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>> {
        let entry = self
            .entries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(id)
            .filter(|entry| entry.expires > Instant::now())
            .map(|entry| entry.sealed);
        Box::pin(async { Ok(entry) })
    }

    fn is_shared(&self) -> bool {
        false
    }
}

/// Shows how many entries there are, and none of them.
impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_struct("MemoryStore")
            .field("entries", &entries.len())
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
        assert_eq!(store.entries.lock().unwrap().len(), STORE - 1);
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
        assert_eq!(store.entries.lock().unwrap().len(), 1);
    }
}
