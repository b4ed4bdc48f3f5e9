use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{Principal, gate::bounds};

/// The sessions of each principal.
#[derive(Clone, Default)]
pub(super) struct Owners(Arc<Mutex<BTreeMap<Option<String>, Sessions>>>);

/// When each session of one principal was last used, as a count of its uses of all of them.
#[derive(Default)]
struct Sessions {
    used: HashMap<String, u64>,
    uses: u64,
}

impl Owners {
    /// Returns whether the principal opened the session.
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

    /// Records that the principal opened the session. The session that this principal has not used
    /// for the longest time makes room.
    pub(super) fn opened(&self, principal: Option<&Principal>, session: String) {
        let mut owners = self.lock();
        let Sessions { used, uses } = owners.entry(key(principal)).or_default();
        if used.len() >= bounds::SESSIONS {
            let oldest = used.iter().min_by_key(|(_, used)| **used);
            if let Some(session) = oldest.map(|(session, _)| session.clone()) {
                used.remove(&session);
            }
        }
        *uses += 1;
        used.insert(session, *uses);
    }

    pub(super) fn forget(&self, principal: Option<&Principal>, session: &str) {
        if let Some(sessions) = self.lock().get_mut(&key(principal)) {
            sessions.used.remove(session);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Option<String>, Sessions>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(principal: Option<&Principal>) -> Option<String> {
    principal.map(|principal| principal.0.clone())
}

/// Shows no session: whoever knows its id may try it.
impl fmt::Debug for Owners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owners").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_principal_pushes_out_only_its_own_sessions() {
        let owners = Owners::default();
        let [alice, bob] = ["alice", "bob"].map(|name| Principal(name.to_owned()));
        owners.opened(Some(&alice), "a".to_owned());
        owners.opened(Some(&bob), "b".to_owned());
        owners.opened(Some(&bob), "idle".to_owned());
        assert!(owners.owns(Some(&bob), "b"));
        for number in 2..=bounds::SESSIONS {
            owners.opened(Some(&bob), number.to_string());
        }
        assert!(!owners.owns(Some(&bob), "idle"));
        assert!(owners.owns(Some(&bob), "b"));
        assert!(owners.owns(Some(&alice), "a"));
    }
}
