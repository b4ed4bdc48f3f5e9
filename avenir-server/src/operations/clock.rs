//! The age of a moment, even if the wall clock was set meanwhile.
//!
//! The journal keeps wall time, which a person or a time server can set. So the journal keeps each
//! time with the id of the machine's boot, and with the start of that boot by the same wall clock.
//! Nobody can set the time since boot, so a clock that jumps does not change an age.
//!
//! On systems that do not name their boots, the wall clock counts, less a day. A clock in the wrong
//! time zone is off by less than a day. So no moment becomes old too early, and every moment becomes
//! old in the end. A process that saw an operation itself does not need the wall clock.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use super::{
    explain::OVER,
    journal::{Entry, millis},
};

/// The milliseconds that are subtracted from an age by the wall clock alone.
const DOUBTFUL: i64 = 24 * 60 * 60 * 1_000;

/// A moment, as the journal keeps it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stamp {
    /// Milliseconds since 1970, by the wall clock of that moment.
    pub(super) at: i64,
    /// `None` if the system does not name its boots.
    boot: Option<Boot>,
}

/// A run of the machine.
#[derive(Clone, Debug, PartialEq)]
struct Boot {
    id: String,
    /// The start of the boot in milliseconds since 1970, by the same wall clock as the moment.
    began: i64,
}

impl Stamp {
    pub(super) fn now() -> Self {
        let at = millis(SystemTime::now());
        let boot = this_boot().map(|(id, running)| Boot {
            id,
            began: at - running,
        });
        Self { at, boot }
    }

    pub(super) fn from_row(at: i64, clock: Option<&str>) -> Self {
        let boot = clock.and_then(|clock| {
            let (began, id) = clock.split_once('@')?;
            Some(Boot {
                id: id.to_owned(),
                began: began.parse().ok()?,
            })
        });
        Self { at, boot }
    }

    /// Returns the boot as the journal keeps it beside the time.
    pub(super) fn clock(&self) -> Option<String> {
        let boot = self.boot.as_ref()?;
        Some(format!("{}@{}", boot.began, boot.id))
    }

    /// Returns the least time from another moment to this one: zero if the clock went back.
    pub(super) fn since(&self, earlier: &Self) -> Duration {
        let between = match (&self.boot, &earlier.boot) {
            (Some(one), Some(other)) => {
                let running = self.at.saturating_sub(one.began);
                if one.id == other.id {
                    running.saturating_sub(earlier.at.saturating_sub(other.began))
                } else {
                    // The machine was started between the two moments.
                    running
                }
            }
            _ => self.at.saturating_sub(earlier.at).saturating_sub(DOUBTFUL),
        };
        Duration::from_millis(u64::try_from(between).unwrap_or_default())
    }
}

/// The moment when this process first saw each open operation, under the lock of its plan. After
/// that moment nobody sends a request of the operation.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock(Arc<Mutex<HashMap<String, Instant>>>);

impl Clock {
    /// Returns whether no request of an operation can still be applied. The caller holds the lock of
    /// the plan, so nobody is sending one.
    pub(super) fn is_over(&self, entry: &Entry) -> bool {
        self.is_over_at(entry, Instant::now(), &Stamp::now())
    }

    fn is_over_at(&self, entry: &Entry, now: Instant, stamp: &Stamp) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = seen.entry(entry.operation_id.clone()).or_insert(now);
        now.saturating_duration_since(*first) >= OVER
            || stamp.since(&entry.heard) >= entry.may_apply_for()
    }

    /// Forgets an operation that is no longer open.
    pub(super) fn forget(&self, id: &str) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.remove(id);
    }
}

/// Returns the boot's id and the milliseconds since its start, including sleep.
#[cfg(target_os = "linux")]
fn this_boot() -> Option<(String, i64)> {
    use rustix::time::{ClockId, clock_gettime};

    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let running = clock_gettime(ClockId::Boottime);
    let running = running.tv_sec * 1_000 + running.tv_nsec / 1_000_000;
    Some((id.trim().to_owned(), running))
}

/// Returns `None`: on this system a moment is one of the wall clock alone.
#[cfg(not(target_os = "linux"))]
fn this_boot() -> Option<(String, i64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::State;

    fn stamp(at: i64, began: i64, id: &str) -> Stamp {
        Stamp::from_row(at, Some(&format!("{began}@{id}")))
    }

    #[test]
    fn a_wall_clock_that_jumps_makes_nothing_older() {
        let then = stamp(10_000, 4_000, "a");
        let second = Duration::from_secs(1);
        // Take one second later, by the same clock and by one that was set an hour ahead or back.
        for jump in [0, 3_600_000, -3_600_000] {
            let now = stamp(11_000 + jump, 4_000 + jump, "a");
            assert_eq!(now.since(&then), second, "{jump}");
        }
        // After a start of the machine the time since boot counts, not the wall clock.
        let now = stamp(99_999_000, 99_998_000, "b");
        assert_eq!(now.since(&then), second);
        // Time does not run backwards.
        assert_eq!(then.since(&stamp(11_000, 4_000, "a")), Duration::ZERO);
    }

    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;

    /// Checks that an age by the wall clock alone grows in the end and never too early.
    #[test]
    fn an_age_without_boots_ends_and_does_not_end_early() {
        let wall = |at| Stamp::from_row(at, None);
        let then = wall(3 * DAY);
        for (later, age) in [
            (-2 * DAY, 0),
            (-60 * MINUTE, 0),
            (MINUTE, 0),
            (60 * MINUTE, 0),
            (DAY, 0),
            (DAY + MINUTE, MINUTE),
            (30 * DAY, 29 * DAY),
        ] {
            let age = Duration::from_millis(age.cast_unsigned());
            assert_eq!(wall(3 * DAY + later).since(&then), age, "{later}");
            // Take one of the two moments from a system that names its boots.
            assert_eq!(stamp(3 * DAY + later, 0, "a").since(&then), age, "{later}");
        }
    }

    fn entry(heard: Stamp, state: State) -> Entry {
        Entry {
            operation_id: "one".into(),
            kind: String::new(),
            plan_id: String::new(),
            state,
            route: String::new(),
            fingerprint: String::new(),
            intended: heard.at,
            undoes: None,
            began: heard.clone(),
            heard,
        }
    }

    /// Checks that a running process waits until the requests are over and no longer, independent of
    /// the wall clock.
    #[test]
    fn what_a_process_saw_itself_gets_over_without_boots() {
        let now = Instant::now();
        for set in [0, -30 * DAY, DAY] {
            let clock = Clock::default();
            let open = entry(Stamp::from_row(40 * DAY, None), State::Unknown);
            let is_over = |seconds| {
                let stamp = Stamp::from_row(40 * DAY + set, None);
                clock.is_over_at(&open, now + Duration::from_secs(seconds), &stamp)
            };
            assert!(!is_over(0), "{set}");
            assert!(!is_over(34), "{set}");
            assert!(is_over(35), "{set}");
        }
        // Take a process that starts later.
        let open = entry(Stamp::from_row(0, None), State::Unknown);
        let over = DAY + 35_000;
        let is_over = |at| Clock::default().is_over_at(&open, now, &Stamp::from_row(at, None));
        assert!(!is_over(over - 1));
        assert!(is_over(over));
    }

    /// Checks that a request without an outcome may be applied later, because it may have waited for a
    /// connection.
    #[test]
    fn a_request_of_which_nothing_was_heard_may_land_later() {
        let over = |state| {
            let open = entry(stamp(0, 0, "a"), state);
            let is_over = |seconds: &i64| {
                let stamp = stamp(seconds * 1_000, 0, "a");
                Clock::default().is_over_at(&open, Instant::now(), &stamp)
            };
            (0..120).find(is_over)
        };
        let connecting = avenir_ynab::Settings::default().connect_timeout.as_secs();
        assert_eq!(over(State::Unknown), Some(35));
        assert_eq!(over(State::Intended), Some(55));
        assert!(connecting + 30 < 55, "YNAB gives up after 30 s");
    }

    #[test]
    fn a_moment_comes_back_as_it_was_written() {
        let now = Stamp::now();
        assert_eq!(Stamp::from_row(now.at, now.clock().as_deref()), now);
        assert_eq!(now.clock().is_some(), cfg!(target_os = "linux"));
    }
}
