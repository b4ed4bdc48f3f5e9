use std::{
    fmt,
    time::{Duration, SystemTime},
};

use crate::{Fingerprint, Route};

/// The evidence of a confirmation: how, when and for which change it was given.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evidence {
    /// The id of this confirmation: 22 random characters, never used twice. A journal that stores
    /// it can answer [`Stop::spent`](crate::Stop::spent).
    pub id: String,
    /// The route on which the person was asked.
    pub route: Route,
    /// The fingerprint of the change that was agreed to.
    pub fingerprint: Fingerprint,
    /// When the question was asked, to the microsecond. If nobody was asked, when the change was
    /// proposed.
    pub asked: SystemTime,
    /// The time from the question to the answer. During a call it is exact; between two calls, and
    /// for a code, it depends on the system's clock. If nobody was asked it is close to zero.
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
