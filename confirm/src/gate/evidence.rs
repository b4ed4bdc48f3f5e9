use std::time::{Duration, SystemTime};

use crate::{Fingerprint, Route};

/// How a change came to be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evidence {
    /// Names this confirmation; random, never used twice.
    pub id: String,
    /// The way it was asked.
    pub route: Route,
    /// What was agreed to.
    pub fingerprint: Fingerprint,
    /// When the question was put, or would have been.
    pub asked: SystemTime,
    /// How long the answer took.
    pub latency: Duration,
}
