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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use confirm::{Subject, Unconfirmed};
    use tokio::time::advance;

    use super::*;
    use crate::Gate;

    const PAY: Binding<'_> = Binding {
        principal: None,
        tool: "pay",
        kind: "pay",
        arguments: "",
    };

    #[tokio::test(start_paused = true)]
    async fn it_is_bounded_and_forgets_what_can_be_open_no_more() {
        let (cool_down, settings) = (CoolDown::default(), Settings::default());
        let no = |to: usize| cool_down.start(&PAY, &to.to_string(), &settings);
        let holds = |to: usize| cool_down.holds(&PAY, &to.to_string());
        (0..=CAPACITY).for_each(no);
        assert!(holds(0) && holds(CAPACITY - 1) && !holds(CAPACITY));
        advance(Duration::from_millis(599_999)).await;
        no(CAPACITY);
        assert!(!holds(CAPACITY), "the others are remembered to the end");
        advance(Duration::from_millis(1)).await;
        no(CAPACITY);
        assert!(holds(CAPACITY));
    }

    #[derive(Subject)]
    #[subject(question("Pay {cents}?"))]
    struct Pay {
        cents: u8,
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_asked_before_a_no_is_answered_as_long_as_it_can_be_open() {
        let (cool_down, settings) = (CoolDown::default(), Settings::default());
        let change = Unconfirmed::new("plan", Pay { cents: 42 });
        let pending = Pending::new(&change, &Gate::new().message(&change));
        cool_down.start(&PAY, pending.fingerprint(), &settings);
        advance(Duration::from_millis(599_999)).await;
        assert!(cool_down.answered(&PAY, &pending));
        advance(Duration::from_millis(1)).await;
        assert!(!cool_down.answered(&PAY, &pending));
    }
}
