//! Changes that were declined a moment ago, and are not asked about again yet.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::Binding;

/// Most changes remembered. What does not fit is asked about again, which is no harm.
const CAPACITY: usize = 4_096;

/// Keyed by principal, tool and fingerprint: the arguments may be worded anew.
#[derive(Default)]
pub(super) struct CoolDown(Mutex<HashMap<Key, Instant>>);

type Key = (Option<String>, String, String);

impl CoolDown {
    pub(super) fn start(&self, binding: &Binding<'_>, fingerprint: &str, time: Duration) {
        let now = Instant::now();
        let mut declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if declined.len() >= CAPACITY {
            declined.retain(|_, until| *until > now);
        }
        if declined.len() < CAPACITY && !time.is_zero() {
            declined.insert(key(binding, fingerprint), now + time);
        }
    }

    pub(super) fn holds(&self, binding: &Binding<'_>, fingerprint: &str) -> bool {
        let declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = declined.get(&key(binding, fingerprint));
        until.is_some_and(|until| *until > Instant::now())
    }
}

fn key(binding: &Binding<'_>, fingerprint: &str) -> Key {
    let principal = binding.principal.map(str::to_owned);
    (principal, binding.tool.to_owned(), fingerprint.to_owned())
}
