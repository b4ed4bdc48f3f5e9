use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{Principal, gate::bounds};

/// The sessions of each principal.
#[derive(Clone, Default)]
pub(super) struct Owners(Arc<Mutex<BTreeMap<Option<String>, Sessions>>>);

/// The sessions of one principal. `used` has the value of the counter `uses` when each was last
/// used.
#[derive(Default)]
struct Sessions {
    used: HashMap<String, u64>,
    uses: u64,
}

impl Owners {
    /// Returns whether the principal opened the session, and records a use of it.
    pub(super) fn owns(&self, principal: Option<&Principal>, session: &str) -> bool {
        let mut owners = self.lock();
        let Some(Sessions { used, uses }) = owners.get_mut(&key(principal)) else {
            return false;
        };
        let Some(last) = used.get_mut(session) else {
            return false;
        };
        *uses += 1;
        *last = *uses;
        true
    }

    /// Records that the principal opened the session. If the principal has too many, the one that
    /// was not used for the longest time is forgotten and returned.
    #[must_use]
    pub(super) fn opened(&self, principal: Option<&Principal>, session: String) -> Option<String> {
        let mut owners = self.lock();
        let Sessions { used, uses } = owners.entry(key(principal)).or_default();
        let mut forgotten = None;
        if used.len() >= bounds::SESSIONS {
            let oldest = used.iter().min_by_key(|(_, used)| **used);
            forgotten = oldest.map(|(session, _)| session.clone());
        }
        if let Some(session) = &forgotten {
            used.remove(session);
        }
        *uses += 1;
        used.insert(session, *uses);
        forgotten
    }

    /// Forgets a session, and the principal if it was its last one.
    pub(super) fn forget(&self, principal: Option<&Principal>, session: &str) {
        let mut owners = self.lock();
        let key = key(principal);
        if let Some(Sessions { used, .. }) = owners.get_mut(&key) {
            used.remove(session);
            if used.is_empty() {
                owners.remove(&key);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Option<String>, Sessions>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(principal: Option<&Principal>) -> Option<String> {
    principal.map(|principal| principal.0.clone())
}

/// Shows no session, because anyone who knows its id may try to use it.
impl fmt::Debug for Owners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owners").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Principal {
        Principal(name.to_owned())
    }

    #[test]
    fn a_principal_pushes_out_only_its_own_sessions() {
        let owners = Owners::default();
        let [alice, bob] = ["alice", "bob"].map(named);
        for (principal, session) in [(&alice, "a"), (&bob, "b"), (&bob, "idle")] {
            assert_eq!(owners.opened(Some(principal), session.to_owned()), None);
        }
        assert!(owners.owns(Some(&bob), "b"));
        let opened = (2..=bounds::SESSIONS)
            .filter_map(|number| owners.opened(Some(&bob), number.to_string()));
        assert_eq!(opened.collect::<Vec<_>>(), ["idle"]);
        assert!(!owners.owns(Some(&bob), "idle"));
        assert!(owners.owns(Some(&bob), "b"));
        assert!(owners.owns(Some(&alice), "a"));
    }

    #[test]
    fn a_principal_is_forgotten_with_its_last_session() {
        let owners = Owners::default();
        for number in 0..100 {
            let principal = named(&number.to_string());
            for session in ["one", "two"] {
                assert_eq!(owners.opened(Some(&principal), session.to_owned()), None);
            }
            owners.forget(Some(&principal), "one");
            assert!(owners.owns(Some(&principal), "two"));
            owners.forget(Some(&principal), "two");
            owners.forget(None, "two");
        }
        assert!(owners.is_empty());
    }
}
