//! The embedded sandbox: the same client over real HTTP, on a demo plan.

use std::error::Error;

use avenir_sandbox::{Options, Running, Sandbox, Store};
use avenir_ynab::{Client, Endpoint, Settings};

use crate::operations::{Journal, Operations};

/// A client of a fresh demo plan, with a journal that ends with the process.
pub(crate) struct Demo {
    pub(crate) client: Client,
    pub(crate) operations: Operations,
    pub(crate) journal: Journal,
    /// The sandbox; dropping this stops it.
    pub(crate) sandbox: Running,
}

impl Demo {
    pub(crate) async fn start() -> Result<Self, Box<dyn Error>> {
        // The sandbox needs no limit of requests.
        let sandbox = Sandbox::open(&Store::Memory, Options::default().hourly_limit(None))?
            .start(0)
            .await?;
        let endpoint = Endpoint::new(&sandbox.base_url(), sandbox.token())?;
        let mut settings = Settings::default();
        settings.hourly_limit = u32::MAX;
        let client = Client::with_settings(endpoint, settings)?;
        let journal = Journal::in_memory()?;
        Ok(Self {
            operations: Operations::new(client.clone(), journal.clone()),
            client,
            journal,
            sandbox,
        })
    }
}
