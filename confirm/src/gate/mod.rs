//! The gate: the only way from an unconfirmed change to a confirmed one.

mod answer;
mod ask;
mod code;
mod cool_down;
mod decision;
mod disconnect;
mod evidence;
mod fair;
#[cfg(test)]
mod floods;
mod flow;
mod in_call;
#[cfg(test)]
mod manual_tests;
mod outcome;
mod pending;
mod questions;
mod replies;
mod round_trip;
mod route;
mod settings;
mod store;
pub(crate) mod texts;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::SystemTime,
};

use rmcp::model::RequestStateCodec;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use self::{cool_down::CoolDown, decision::Listener, questions::Questions};
use crate::Catalogue;

pub(crate) use self::{answer::QUESTION, pending::Binding, route::CanAsk, settings::bounds};
pub use self::{
    ask::{Confirmed, ask},
    decision::Decision,
    disconnect::CancelOnDisconnect,
    evidence::Evidence,
    outcome::Outcome,
    route::Route,
    settings::{Disclosure, Fallback, Language, Settings, SettingsError},
    store::{MemoryStore, Store, StoreFuture},
};

/// The settings, the key and the store of one server. All clones are one gate.
///
/// Make it once, where the server starts. A gate made for each session or request knows none of the
/// codes and questions of the others.
#[derive(Clone)]
pub struct Gate(Arc<Inner>);

struct Inner {
    settings: Settings,
    asker: Option<String>,
    catalogue: Catalogue,
    seal: RequestStateCodec,
    /// The key of ids that reveal nothing about a change, in logs and in what clients carry.
    id_key: [u8; 32],
    store: Box<dyn Store>,
    cool_down: CoolDown,
    questions: Questions,
    /// A random number that tells this gate from others with the same key.
    instance: u64,
    /// The number of questions and declines so far.
    turns: AtomicU64,
    /// When the gate was made.
    started: Instant,
    /// The same in microseconds since 1970. It moves forward when the system's clock is ahead.
    start: AtomicU64,
    listener: Option<Listener>,
    /// Cancelled when the client's end of a watched stream has closed, or when the gate is closed.
    closing: CancellationToken,
}

/// Reports the decision of every question that is still open.
impl Drop for Inner {
    fn drop(&mut self) {
        let now = self.now();
        for decision in self.questions.expire(now) {
            self.report(&decision);
        }
        for decision in self.questions.lose_all(now) {
            self.report(&decision);
        }
    }
}

impl Gate {
    /// Makes a gate with default settings, a random key and an in-memory store.
    ///
    /// # Panics
    ///
    /// If the operating system has no random bytes.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "each call makes another key")]
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Returns a builder with default settings, a random key and an in-memory store.
    pub fn builder() -> GateBuilder {
        GateBuilder {
            settings: Settings::default(),
            asker: None,
            catalogue: None,
            key: None,
            store: Box::new(MemoryStore::default()),
            listener: None,
        }
    }

    fn settings(&self) -> &Settings {
        &self.0.settings
    }
}

/// Shows the settings and the store, and no key, code or state.
impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("settings", &self.0.settings)
            .field("store", &self.0.store)
            .finish_non_exhaustive()
    }
}

/// A builder of a [`Gate`].
#[must_use = "it makes a gate when `build` is called"]
pub struct GateBuilder {
    settings: Settings,
    asker: Option<String>,
    catalogue: Option<Catalogue>,
    key: Option<[u8; 32]>,
    store: Box<dyn Store>,
    listener: Option<Listener>,
}

impl GateBuilder {
    /// Sets the name of the asker, such as the server's. Every question shows it inside ‘ ’,
    /// because not every client tells which server a question comes from.
    pub fn asker(mut self, name: impl Into<String>) -> Self {
        self.asker = Some(name.into());
        self
    }

    /// Sets the settings of the questions.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Sets the texts that people read. They replace the built-in texts, and [`Settings::language`]
    /// no longer has an effect. Start from [`Catalogue::built_in`] to keep the library's own texts.
    pub fn catalogue(mut self, catalogue: Catalogue) -> Self {
        self.catalogue = Some(catalogue);
        self
    }

    /// Sets the key that seals states and entries of the store: 32 random bytes, kept secret. It is
    /// random by default. Processes that share a store must share a key. Under another key every
    /// open question and code is refused.
    pub fn key(mut self, key: [u8; 32]) -> Self {
        self.key = Some(key);
        self
    }

    /// Sets the store of open questions and codes; in memory by default.
    pub fn store(mut self, store: impl Store + 'static) -> Self {
        self.store = Box::new(store);
        self
    }

    /// Sets a listener that is called with every decision before [`ask`](crate::ask()) returns,
    /// including decisions about changes that were not written. A second listener replaces the
    /// first.
    ///
    /// Each question gets one decision about how it ended. If nobody answers, or the call is
    /// dropped, the listener is called when the gate finds out, and at the latest when its last
    /// clone is dropped. This does not hold for questions between calls and codes in a [shared
    /// store](crate::Store::is_shared), because another process may have answered them. It does not
    /// hold either if the process is killed. A call that is dropped before it asks has no decision.
    ///
    /// The listener is called on the task that asks, so it must not block. If it panics during a
    /// call, that call confirms nothing.
    pub fn on_decision(mut self, listener: impl Fn(&Decision) + Send + Sync + 'static) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Makes the gate.
    ///
    /// # Panics
    ///
    /// If the operating system has no random bytes.
    #[must_use]
    pub fn build(self) -> Gate {
        let settings = self.settings.within_bounds();
        let language = settings.language;
        let catalogue = self
            .catalogue
            .unwrap_or_else(|| Catalogue::built_in(language));
        let key = self.key.unwrap_or_else(random_key);
        let seal = RequestStateCodec::try_new(key).expect("32 bytes are enough for a key");
        Gate(Arc::new(Inner {
            settings,
            asker: self.asker,
            catalogue,
            seal,
            id_key: Sha256::digest([b"id", key.as_slice()].concat()).into(),
            store: self.store,
            cool_down: CoolDown::default(),
            questions: Questions::default(),
            instance: u64::from_ne_bytes(pending::random()),
            turns: AtomicU64::new(0),
            started: Instant::now(),
            start: AtomicU64::new(pending::micros(SystemTime::now())),
            listener: self.listener,
            closing: CancellationToken::new(),
        }))
    }
}

/// The number of gates in this process with a random key.
static RANDOM_KEYS: AtomicUsize = AtomicUsize::new(0);

/// Makes a random key, and warns once if another gate has one too.
fn random_key() -> [u8; 32] {
    if RANDOM_KEYS.fetch_add(1, Ordering::Relaxed) == 1 {
        tracing::warn!(
            "a second gate with a random key was made in this process: it refuses the answers and \
             codes of the first. Make one gate where the server starts, and clone it"
        );
    }
    pending::random()
}

/// Shows the settings and the store, and no key.
impl fmt::Debug for GateBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GateBuilder")
            .field("settings", &self.settings)
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}
