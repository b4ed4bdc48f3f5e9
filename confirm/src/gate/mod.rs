//! The gate: the one way from an unconfirmed change to a confirmed one.

mod answer;
mod ask;
mod code;
mod evidence;
mod in_call;
mod pending;
mod round_trip;
mod route;
mod settings;
mod store;
pub(crate) mod texts;
mod watch;

use std::{fmt, sync::Arc};

use rmcp::model::RequestStateCodec;
use tokio_util::sync::CancellationToken;

pub(crate) use self::{answer::QUESTION, pending::Binding, route::CanAsk};
pub use self::{
    ask::{Confirmed, ask},
    evidence::Evidence,
    route::Route,
    settings::{Fallback, Settings},
    store::{Memory, Store, StoreFuture},
    watch::Watched,
};

/// The settings, the key and the store of one server. All clones are one gate.
///
/// Make it once, where the server starts: a gate made for each session or request knows none of
/// the codes and questions of the others.
#[derive(Clone)]
pub struct Gate(Arc<Inner>);

struct Inner {
    settings: Settings,
    asker: Option<String>,
    seal: RequestStateCodec,
    store: Box<dyn Store>,
    /// Cancelled when the client's end of a watched stream has closed.
    closing: CancellationToken,
}

impl Gate {
    /// A gate with default settings, a random key, and its store in memory.
    ///
    /// # Panics
    ///
    /// If the operating system has no random bytes.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "each call makes another key")]
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// A gate to be set up.
    pub fn builder() -> GateBuilder {
        GateBuilder {
            settings: Settings::default(),
            asker: None,
            store: Box::new(Memory::default()),
        }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }
}

/// Shows the settings; no key, code or state.
impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("settings", &self.0.settings)
            .field("store", &self.0.store)
            .finish_non_exhaustive()
    }
}

/// Sets up a [`Gate`].
#[derive(Debug)]
#[must_use = "it makes a gate when `build` is called"]
pub struct GateBuilder {
    settings: Settings,
    asker: Option<String>,
    store: Box<dyn Store>,
}

impl GateBuilder {
    /// Who asks, such as the server's name. It stands in every question, since not every client
    /// says which server it comes from.
    pub fn asker(mut self, name: impl Into<String>) -> Self {
        self.asker = Some(name.into());
        self
    }

    /// How questions behave.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Where open questions and codes wait; in memory by default.
    pub fn store(mut self, store: impl Store + 'static) -> Self {
        self.store = Box::new(store);
        self
    }

    /// The gate, with a random key.
    ///
    /// # Panics
    ///
    /// If the operating system has no random bytes.
    #[must_use]
    pub fn build(self) -> Gate {
        let seal = RequestStateCodec::try_new(pending::random::<32>())
            .expect("32 bytes are enough for a key");
        Gate(Arc::new(Inner {
            settings: self.settings,
            asker: self.asker,
            seal,
            store: self.store,
            closing: CancellationToken::new(),
        }))
    }
}
