//! The bounds that the manual lists in a table, with their reasons.

use std::time::Duration;

use serde::{Deserialize as _, Deserializer, de};

/// The range of a duration in the [`Settings`](super::Settings).
pub(crate) struct Range {
    pub(super) name: &'static str,
    unit: Unit,
    least: u64,
    most: u64,
}

#[derive(Clone, Copy)]
enum Unit {
    Seconds,
    Milliseconds,
}

pub(super) const DEADLINE: Range = Range {
    name: "deadline",
    unit: Unit::Seconds,
    least: 1,
    most: 3_600,
};
pub(super) const LIFETIME: Range = Range {
    name: "lifetime",
    unit: Unit::Seconds,
    least: 1,
    most: 86_400,
};
pub(super) const COOL_DOWN: Range = Range {
    name: "cool_down",
    unit: Unit::Seconds,
    least: 0,
    most: 86_400,
};
pub(super) const INSTANT_DECLINE: Range = Range {
    name: "instant_decline",
    unit: Unit::Milliseconds,
    least: 0,
    most: 10_000,
};

/// The most codes and questions between calls that wait in a memory store.
pub(crate) const STORE: usize = 4_096;
/// The most declines of one principal that a gate remembers.
pub(crate) const DECLINES: usize = 4_096;
/// The most questions that a gate tracks until it has reported how they ended.
pub(crate) const QUESTIONS: usize = 4_096;
/// The time between two signs to a waiting client that the call goes on.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// The most sessions of one principal.
#[cfg(feature = "http")]
pub(crate) const SESSIONS: usize = 1_024;
/// The longest `initialize`, in bytes.
#[cfg(feature = "http")]
pub(crate) const INITIALIZE: usize = 4 << 20;
/// The longest message, in characters.
pub(crate) const MESSAGE: usize = 4_000;
/// The longest question that a list follows, in characters.
pub(crate) const QUESTION_OF_A_LIST: usize = 400;
/// The least width that a value in a question is cut to, in characters.
pub(crate) const IN_QUESTION: usize = 60;
/// The greatest width of a value in a row of a list, in characters.
pub(crate) const IN_ROW: usize = 80;
/// The number of bytes of a SHA-256 that tell a cut value from another.
pub(crate) const CUT_DIGEST: usize = 8;

impl Range {
    /// Returns the duration of `number` units, if it is allowed.
    pub(super) fn duration(&self, number: u64) -> Option<Duration> {
        let allowed = (self.least..=self.most).contains(&number);
        allowed.then(|| self.unit.duration(number))
    }

    /// Returns the nearest allowed duration.
    pub(super) fn nearest(&self, duration: Duration) -> Duration {
        let [least, most] = [self.least, self.most].map(|number| self.unit.duration(number));
        duration.clamp(least, most)
    }

    /// Describes the allowed values, such as `whole seconds, 1 or more and at most 3600`.
    pub(super) fn allowed(&self) -> String {
        let (unit, least, most) = (self.unit.name(), self.least, self.most);
        format!("whole {unit}, {least} or more and at most {most}")
    }

    /// Reads a number of units, and fails if it is not allowed.
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        &self,
        d: D,
    ) -> Result<Duration, D::Error> {
        let number = u64::deserialize(d)?;
        self.duration(number).ok_or_else(|| {
            let (name, allowed) = (self.name, self.allowed());
            de::Error::custom(format!(
                "{name} is {number}: set it to {allowed}, or leave it out"
            ))
        })
    }
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Milliseconds => "milliseconds",
        }
    }

    fn duration(self, number: u64) -> Duration {
        match self {
            Self::Seconds => Duration::from_secs(number),
            Self::Milliseconds => Duration::from_millis(number),
        }
    }
}

/// Returns the rows of the manual's table: name, bound and reason.
#[cfg(test)]
pub(crate) fn rows() -> Vec<[String; 3]> {
    let settings = [
        (
            &DEADLINE,
            "a call that waits longer is given up by every client",
        ),
        (&LIFETIME, "after a day nobody remembers what was asked"),
        (&COOL_DOWN, "after a day it is another question"),
        (&INSTANT_DECLINE, "a person may decline within ten seconds"),
    ];
    let settings = settings.map(|(range, reason)| {
        let unit = range.unit.name();
        let bound = format!("{} to {} {unit}", range.least, range.most);
        [range.name.to_owned(), bound, reason.to_owned()]
    });
    let kibibytes = INITIALIZE / 1_024;
    let fixed = [
        (
            "codes and questions that wait in memory",
            format!("{STORE}"),
            "an entry holds a message; the principal that has the most makes room",
        ),
        (
            "declined changes that a gate remembers of one principal",
            format!("{DECLINES}"),
            "one that does not fit is asked about again",
        ),
        (
            "questions that a gate keeps track of",
            format!("{QUESTIONS}"),
            "the principal that has the most loses one, which is reported as lost",
        ),
        (
            "time between two signs that a call goes on",
            format!("{} seconds", KEEP_ALIVE.as_secs()),
            "clients give up after 60 without one",
        ),
        (
            "sessions of one principal over HTTP",
            format!("{SESSIONS}"),
            "the one that is idle the longest makes room",
        ),
        (
            "an initialize over HTTP",
            format!("{kibibytes} KiB"),
            "it is read whole; the SDK has the same bound",
        ),
        (
            "a message",
            format!("{MESSAGE} characters"),
            "clients cut longer ones, or do not show them",
        ),
        (
            "a question that a list follows",
            format!("{QUESTION_OF_A_LIST} characters"),
            "some clients cut a message near 500; a longer value in it is cut to 60",
        ),
        (
            "rows of a list",
            format!("{}", crate::preview::MAX_ROWS),
            "nobody reads more; the rest is counted",
        ),
        (
            "a value in a row of several",
            format!("{IN_ROW} characters"),
            "twenty rows fit into a message; a value that stands alone is whole",
        ),
        (
            "digest of a value that is cut",
            format!("{} bits", CUT_DIGEST * 8),
            "nobody finds two values that are cut alike",
        ),
    ];
    let fixed = fixed.map(|(name, bound, reason)| [name.to_owned(), bound, reason.to_owned()]);
    settings.into_iter().chain(fixed).collect()
}
