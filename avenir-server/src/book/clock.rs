//! How long ago something happened, whatever anybody does to the wall clock.
//!
//! The journal keeps wall time, which a person or a time server can set. So each time is kept with
//! the boot of the machine that it belongs to, and when that boot began by the same wall clock. Time
//! since boot cannot be set: a clock that jumps changes nothing of an age.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant, SystemTime},
};

use super::journal::{Entry, millis};

/// A moment, as the journal keeps it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stamp {
    /// Milliseconds since 1970, by the wall clock of then.
    pub(super) at: i64,
    /// None where the system does not name its boots.
    boot: Option<Boot>,
}

/// A run of the machine.
#[derive(Clone, Debug, PartialEq)]
struct Boot {
    id: String,
    /// Milliseconds since 1970, by the wall clock that the moment was taken from.
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

    /// The boot, as the journal keeps it beside the time.
    pub(super) fn clock(&self) -> Option<String> {
        let boot = self.boot.as_ref()?;
        Some(format!("{}@{}", boot.began, boot.id))
    }

    /// At least how long this is after another moment; nothing where that cannot be told.
    pub(super) fn since(&self, earlier: &Self) -> Duration {
        let Some((one, other)) = self.boot.as_ref().zip(earlier.boot.as_ref()) else {
            return Duration::ZERO;
        };
        let running = self.at.saturating_sub(one.began);
        let between = if one.id == other.id {
            running.saturating_sub(earlier.at.saturating_sub(other.began))
        } else {
            // The machine was started between them.
            running
        };
        Duration::from_millis(u64::try_from(between).unwrap_or_default())
    }
}

/// What this process saw of operations that are open, and when it first did.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock(Arc<Mutex<HashMap<String, (Stamp, Instant)>>>);

impl Clock {
    /// At least how long nothing was heard of an operation.
    pub(super) fn age(&self, entry: &Entry) -> Duration {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let first = seen
            .entry(entry.operation_id.clone())
            .or_insert_with(|| (entry.heard.clone(), now));
        if first.0 != entry.heard {
            *first = (entry.heard.clone(), now);
        }
        (now - first.1).max(Stamp::now().since(&entry.heard))
    }

    /// Forgets an operation that is not open any more.
    pub(super) fn forget(&self, id: &str) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.remove(id);
    }
}

/// The boot's id, and the milliseconds since it began, also those in which the machine slept.
#[cfg(target_os = "linux")]
fn this_boot() -> Option<(String, i64)> {
    use rustix::time::{ClockId, clock_gettime};

    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let running = clock_gettime(ClockId::Boottime);
    let running = running.tv_sec * 1_000 + running.tv_nsec / 1_000_000;
    Some((id.trim().to_owned(), running))
}

/// Elsewhere an age counts from when this process first saw the operation.
#[cfg(not(target_os = "linux"))]
fn this_boot() -> Option<(String, i64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(at: i64, began: i64, id: &str) -> Stamp {
        Stamp::from_row(at, Some(&format!("{began}@{id}")))
    }

    #[test]
    fn a_wall_clock_that_jumps_makes_nothing_older() {
        let then = stamp(10_000, 4_000, "a");
        let second = Duration::from_secs(1);
        // One second later, by the same clock and by one that was set an hour ahead or back.
        for jump in [0, 3_600_000, -3_600_000] {
            let now = stamp(11_000 + jump, 4_000 + jump, "a");
            assert_eq!(now.since(&then), second, "{jump}");
        }
        // After a start of the machine: as long as it runs, whatever the wall clock says.
        let now = stamp(99_999_000, 99_998_000, "b");
        assert_eq!(now.since(&then), second);
        // Time does not run backwards, and what is not known is not counted.
        assert_eq!(then.since(&stamp(11_000, 4_000, "a")), Duration::ZERO);
        let unknown = Stamp::from_row(0, None);
        assert_eq!(then.since(&unknown), Duration::ZERO);
    }

    #[test]
    fn a_moment_comes_back_as_it_was_written() {
        let now = Stamp::now();
        assert_eq!(Stamp::from_row(now.at, now.clock().as_deref()), now);
        assert_eq!(now.clock().is_some(), cfg!(target_os = "linux"));
    }
}
