use std::{
    fmt,
    time::{Duration, SystemTime},
};

use crate::{Fingerprint, Route};

/// How a change came to be confirmed.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evidence {
    /// Names this confirmation: 22 random characters, never used twice. A journal that keeps it can
    /// answer [`Stop::spent`](crate::Stop::spent).
    pub id: String,
    /// The way it was asked.
    pub route: Route,
    /// The fingerprint of the change that was agreed to.
    pub fingerprint: Fingerprint,
    /// When the question was put, to the microsecond; where nobody was asked, when the change was
    /// worked out.
    pub asked: SystemTime,
    /// How long the answer took. During a call it is exact; between two calls, and for a code, it is
    /// by the clock of the system. Where nobody was asked it is next to nothing.
    pub latency: Duration,
}

/// Shows no fingerprint: anyone who guesses the change could recompute it.
impl fmt::Debug for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evidence")
            .field("id", &self.id)
            .field("route", &self.route)
            .field("asked", &self.asked)
            .field("latency", &self.latency)
            .finish_non_exhaustive()
    }
}
