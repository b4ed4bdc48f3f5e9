//! A question that waits for its answer, and everything that the answer is bound to.

use std::{
    fmt,
    sync::atomic::Ordering,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rmcp::model::{RequestStateError, SealOptions};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::Sha256;
use tokio::time::Instant;

use super::{Evidence, Gate, Inner, Route, questions::Times, texts};
use crate::{
    Subject, Unconfirmed,
    preview::Digest,
    tool::{Message, Stop},
};

/// The call that an answer is valid for: this caller, this tool, this kind of change, these
/// arguments.
#[derive(Debug, Serialize)]
pub(crate) struct Binding<'a> {
    /// The caller that the transport authenticated. The absence of a principal is bound too.
    pub(crate) principal: Option<&'a str>,
    pub(crate) tool: &'a str,
    pub(crate) kind: &'static str,
    /// A digest of the arguments without the confirmation code.
    pub(crate) arguments: &'a str,
}

/// A question that was asked. It waits in the store, sealed.
#[derive(Serialize, Deserialize)]
pub(super) struct Pending {
    /// The random id of this confirmation.
    pub(super) id: String,
    /// [`Inner::instance`] of the gate that asked.
    gate: u64,
    fingerprint: String,
    /// The id of the change in its decision.
    pub(super) change: String,
    digest: Digest,
    /// Kept so that the reply about a changed world can show what changed.
    shown: Message,
    /// When the question was asked, in microseconds since 1970.
    asked: u64,
    /// Its number among the questions and declines of this gate. It orders a question that follows
    /// a decline within the same microsecond.
    turn: u64,
    /// When the question expires, in microseconds since 1970.
    expires: u64,
    /// When the question was asked, by the monotonic clock. Exact only for a question that is
    /// answered during the call.
    #[serde(skip, default = "Instant::now")]
    since: Instant,
}

impl Pending {
    pub(super) fn new<S: Subject>(gate: &Gate, change: &Unconfirmed<S>, message: &Message) -> Self {
        let asked = gate.now();
        let lifetime = u64::try_from(gate.settings().lifetime.as_micros()).unwrap_or(u64::MAX);
        Self {
            id: URL_SAFE_NO_PAD.encode(random::<16>()),
            gate: gate.0.instance,
            fingerprint: change.fingerprint.to_string(),
            change: gate.name_of(change),
            digest: change.digest.clone(),
            shown: message.clone(),
            asked,
            turn: gate.0.turns.fetch_add(1, Ordering::Relaxed),
            expires: asked.saturating_add(lifetime),
            since: Instant::now(),
        }
    }

    pub(super) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Returns whether this very gate asked, and not another with the same key, such as before a
    /// restart.
    pub(super) fn is_of(&self, gate: &Gate) -> bool {
        self.gate == gate.0.instance
    }

    /// Returns when it was asked, in an order with other questions and declines.
    pub(super) fn moment(&self) -> (u64, u64) {
        (self.asked, self.turn)
    }

    pub(super) fn times(&self) -> Times {
        let Self { asked, expires, .. } = *self;
        Times { asked, expires }
    }

    pub(super) fn shown(&self) -> &Message {
        &self.shown
    }

    /// Returns whether `change` is still the same change, with the same things shown.
    pub(super) fn is_about<S: Subject>(&self, change: &Unconfirmed<S>) -> bool {
        self.fingerprint == change.fingerprint.to_string() && self.digest == change.digest
    }

    /// Returns the fingerprint and the digest of everything that was shown.
    pub(super) fn bound(&self) -> Vec<u8> {
        json(&(&self.fingerprint, &self.digest))
    }

    /// Returns how long the question has been open, within this call.
    pub(super) fn waited(&self) -> Duration {
        self.since.elapsed()
    }

    /// Returns how long the question has been open. Between two calls it is measured by the gate's
    /// clock, which follows the system's clock only forward.
    pub(super) fn latency(&self, gate: &Gate, route: Route) -> Duration {
        match route {
            Route::InCall => self.waited(),
            _ => Duration::from_micros(gate.now().saturating_sub(self.asked)),
        }
    }

    pub(super) fn evidence<S: Subject>(
        &self,
        gate: &Gate,
        route: Route,
        change: &Unconfirmed<S>,
    ) -> Evidence {
        Evidence {
            id: self.id.clone(),
            route,
            fingerprint: change.fingerprint,
            asked: UNIX_EPOCH + Duration::from_micros(self.asked),
            latency: self.latency(gate, route),
        }
    }
}

/// Shows the id, and nothing of the change.
impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// The drift in microseconds by which the system's clock may be ahead without counting as set.
const DRIFT: u64 = 1_000_000;

impl Inner {
    /// Returns the time in microseconds since 1970, by the monotonic clock.
    ///
    /// It follows the system's clock if that is ahead, as after the machine was asleep. It does not
    /// follow the clock if that is set back, because a question would then live longer.
    pub(super) fn now(&self) -> u64 {
        let since = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        let ahead = micros(SystemTime::now()).saturating_sub(since);
        let start = self.start.load(Ordering::Relaxed);
        let start = if ahead > start.saturating_add(DRIFT) {
            self.start.fetch_max(ahead, Ordering::Relaxed).max(ahead)
        } else {
            start
        };
        start.saturating_add(since)
    }

    /// Makes an id of `what`: an HMAC under a key that only this gate has.
    pub(super) fn keyed_id(&self, what: impl AsRef<[u8]>) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.id_key).expect("any length will do");
        mac.update(what.as_ref());
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
}

impl Gate {
    pub(super) fn now(&self) -> u64 {
        self.0.now()
    }

    /// Returns the moment of a decline, which is later than every question so far.
    pub(super) fn moment(&self) -> (u64, u64) {
        let turn = self.0.turns.fetch_add(1, Ordering::Relaxed);
        (self.now(), turn)
    }

    /// Makes an id of `what`: an HMAC under a key that only this gate has.
    pub(super) fn keyed_id(&self, what: impl AsRef<[u8]>) -> String {
        self.0.keyed_id(what)
    }

    /// Keeps `pending` for a principal under `key` until it is taken or its lifetime ends.
    pub(super) async fn keep(
        &self,
        principal: Option<&str>,
        key: &str,
        bound_to: &impl Serialize,
        pending: &Pending,
    ) -> Result<(), Stop> {
        let lifetime = self.settings().lifetime;
        let sealed = self.seal(pending, &(key, bound_to));
        let stored = self.0.store.put_for(principal, key, sealed, lifetime).await;
        stored.map_err(|error| Stop::store_failed(&*error, texts::NOT_KEPT))
    }

    /// Takes the entry under `key`, once. Returns `None` if it is missing, expired, or was kept for
    /// something else.
    pub(super) async fn take(
        &self,
        key: &str,
        bound_to: &impl Serialize,
    ) -> Result<Option<Pending>, Stop> {
        let taken = self.0.store.take(key).await;
        let sealed = taken.map_err(|error| Stop::store_failed(&*error, texts::NOT_FOUND))?;
        let pending: Option<Pending> =
            sealed.and_then(|sealed| self.open(&sealed, &(key, bound_to)).ok());
        Ok(pending.filter(|pending| pending.expires > self.now()))
    }

    pub(super) fn seal(&self, value: &impl Serialize, bound_to: &impl Serialize) -> String {
        let associated = json(bound_to);
        let options = SealOptions::new().associated_data(&associated);
        self.0.seal.seal_with(&json(value), &options)
    }

    pub(super) fn open<T: DeserializeOwned>(
        &self,
        sealed: &str,
        bound_to: &impl Serialize,
    ) -> Result<T, RequestStateError> {
        self.0.seal.open_json_with(sealed, &json(bound_to))
    }
}

/// Returns the JSON of the library's own structs and tuples, whose fields keep their declared
/// order.
fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("strings and numbers have a JSON form")
}

pub(super) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    bytes
}

pub(super) fn micros(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}
