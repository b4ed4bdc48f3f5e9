//! Changes that were declined a moment ago, and are not asked about again yet.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use tokio::time::Instant;

use super::{
    Binding, Settings,
    pending::{Pending, micros},
};

/// Most changes remembered. What does not fit is asked about again, which is no harm.
const CAPACITY: usize = 4_096;

/// What a person said no to, by principal, tool and fingerprint: the arguments may be worded anew.
#[derive(Default)]
pub(super) struct CoolDown(Mutex<HashMap<Key, No>>);

type Key = (Option<String>, String, String);

struct No {
    /// Until then nobody is asked again.
    quiet: Instant,
    /// What was asked before this, in microseconds since 1970, is answered by it.
    said: u64,
    /// Nothing that was asked before it can be open any more.
    forget: Instant,
}

impl CoolDown {
    pub(super) fn start(&self, binding: &Binding<'_>, fingerprint: &str, settings: &Settings) {
        let now = Instant::now();
        let no = No {
            quiet: now + settings.cool_down,
            said: micros(SystemTime::now()),
            forget: now + settings.cool_down.max(settings.lifetime),
        };
        let mut declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if declined.len() >= CAPACITY {
            declined.retain(|_, no| no.forget > now);
        }
        if declined.len() < CAPACITY {
            declined.insert(key(binding, fingerprint), no);
        }
    }

    /// Whether the change was declined a moment ago.
    pub(super) fn holds(&self, binding: &Binding<'_>, fingerprint: &str) -> bool {
        let declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let no = declined.get(&key(binding, fingerprint));
        no.is_some_and(|no| no.quiet > Instant::now())
    }

    /// Whether the change was declined after it was asked like this: a code or a question from
    /// before a no does not get round it.
    pub(super) fn answered(&self, binding: &Binding<'_>, pending: &Pending) -> bool {
        let declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let no = declined.get(&key(binding, pending.fingerprint()));
        no.is_some_and(|no| no.forget > Instant::now() && pending.asked() <= no.said)
    }
}

fn key(binding: &Binding<'_>, fingerprint: &str) -> Key {
    let principal = binding.principal.map(str::to_owned);
    (principal, binding.tool.to_owned(), fingerprint.to_owned())
}
