//! Recent declines: changes that are not asked about again during the cooldown.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tokio::time::Instant;

use super::{Binding, Settings, bounds::DECLINES, pending::Pending};

/// The declined changes, by principal, kind and fingerprint. The tool and the arguments are left
/// out, because others may word the same change in another way.
#[derive(Default)]
pub(super) struct CoolDown(Mutex<HashMap<Key, Decline>>);

type Key = (Option<String>, &'static str, String);

struct Decline {
    /// The end of the cooldown: until then nobody is asked again.
    suppress_until: Instant,
    /// The moment of the decline. It also answers every question that was asked before.
    declined_at: (u64, u64),
    /// When the decline can be forgotten: no question from before it can still be open.
    expires_at: Instant,
}

impl CoolDown {
    /// Records a decline at a moment of this gate's clock.
    pub(super) fn start(
        &self,
        binding: &Binding<'_>,
        fingerprint: &str,
        settings: &Settings,
        declined_at: (u64, u64),
    ) {
        let now = Instant::now();
        let decline = Decline {
            suppress_until: now + settings.cool_down,
            declined_at,
            expires_at: now
                + settings
                    .cool_down
                    .max(settings.lifetime)
                    .max(settings.deadline),
        };
        let mut declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(binding, fingerprint);
        if !declined.contains_key(&key) {
            make_room(&mut declined, binding.principal, now);
        }
        declined.insert(key, decline);
    }

    /// Returns whether the change was declined within the cooldown.
    pub(super) fn holds(&self, binding: &Binding<'_>, fingerprint: &str) -> bool {
        let declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let decline = declined.get(&key(binding, fingerprint));
        decline.is_some_and(|decline| decline.suppress_until > Instant::now())
    }

    /// Returns whether the change was declined after this question was asked. It keeps a code or a
    /// question from before the decline from getting round it.
    pub(super) fn answered(&self, binding: &Binding<'_>, pending: &Pending) -> bool {
        let declined = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let decline = declined.get(&key(binding, pending.fingerprint()));
        decline.is_some_and(|decline| {
            decline.expires_at > Instant::now() && pending.moment() <= decline.declined_at
        })
    }
}

/// Makes room for one more decline of a principal, at no other principal's cost.
fn make_room(declined: &mut HashMap<Key, Decline>, principal: Option<&str>, now: Instant) {
    let is_own = |key: &Key| key.0.as_deref() == principal;
    if declined.keys().filter(|key| is_own(key)).count() < DECLINES {
        return;
    }
    declined.retain(|_, decline| decline.expires_at > now);
    let own = declined.iter().filter(|(key, _)| is_own(key));
    if own.clone().count() >= DECLINES
        && let Some(first) = own
            .min_by_key(|(_, decline)| (decline.expires_at, decline.declined_at))
            .map(|(key, _)| key.clone())
    {
        declined.remove(&first);
    }
}

fn key(binding: &Binding<'_>, fingerprint: &str) -> Key {
    let principal = binding.principal.map(str::to_owned);
    (principal, binding.kind, fingerprint.to_owned())
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
        let decline = |to: usize| {
            let turn = u64::try_from(to).unwrap();
            cool_down.start(&PAY, &to.to_string(), &settings, (0, turn));
        };
        let holds = |to: usize| cool_down.holds(&PAY, &to.to_string());
        decline(0);
        advance(Duration::from_millis(1)).await;
        (1..=DECLINES).for_each(decline);
        assert!(
            !holds(0) && holds(1) && holds(DECLINES),
            "the oldest makes room"
        );
        let other = Binding {
            principal: Some("other"),
            ..PAY
        };
        cool_down.start(&other, "0", &settings, (0, 0));
        assert!(
            cool_down.holds(&other, "0") && holds(1),
            "each has room of its own"
        );
        advance(Duration::from_secs(600)).await;
        decline(0);
        let declined = cool_down.0.lock().unwrap();
        assert_eq!(declined.len(), 1, "what can be open no more is forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn a_no_counts_as_long_as_a_form_is_open() {
        let (cool_down, gate) = (CoolDown::default(), Gate::new());
        let settings = Settings {
            lifetime: Duration::from_secs(1),
            cool_down: Duration::ZERO,
            ..Settings::default()
        };
        let change = Unconfirmed::new("plan", Pay { cents: 42 });
        let pending = Pending::new(&gate, &change, &gate.message(&change));
        for second in [0, 2] {
            advance(Duration::from_secs(second)).await;
            cool_down.start(&PAY, pending.fingerprint(), &settings, gate.moment());
        }
        advance(Duration::from_secs(50)).await;
        assert!(cool_down.answered(&PAY, &pending));
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
        let gate = Gate::new();
        let pending = Pending::new(&gate, &change, &gate.message(&change));
        cool_down.start(&PAY, pending.fingerprint(), &settings, gate.moment());
        advance(Duration::from_millis(599_999)).await;
        assert!(cool_down.answered(&PAY, &pending));
        advance(Duration::from_millis(1)).await;
        assert!(!cool_down.answered(&PAY, &pending));
    }
}
