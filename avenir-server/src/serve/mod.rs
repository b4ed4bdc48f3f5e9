//! Serves MCP, over stdio or HTTP.

pub(crate) mod http;
mod message;
pub(crate) mod stdio;

use std::error::Error;

use avenir_ynab::Client;

use crate::{
    config,
    demo::Demo,
    operations::{Journal, Operations},
    server::Access,
};

/// The plans and the journal of a server.
pub(crate) struct Backend {
    pub(crate) client: Client,
    pub(crate) operations: Operations,
    /// The sandbox of a demo; dropping this stops it.
    _sandbox: Option<avenir_sandbox::Running>,
}

impl Backend {
    /// Opens the user's plans from the environment, or demo plans that are gone afterwards.
    pub(crate) async fn open(demo: bool, access: Access) -> Result<Self, Box<dyn Error>> {
        if demo {
            let demo = Demo::start().await?;
            return Ok(Self {
                client: demo.client,
                operations: demo.operations,
                _sandbox: Some(demo.sandbox),
            });
        }
        let client = config::client()?;
        let journal = match access {
            // A read-only server writes nothing down, and the home directory may be read-only. A
            // journal that the environment names is opened all the same.
            Access::ReadOnly if !config::names_journal()? => Journal::in_memory()?,
            Access::ReadOnly | Access::Write => config::journal()?,
        };
        Ok(Self {
            operations: Operations::new(client.clone(), journal),
            client,
            _sandbox: None,
        })
    }
}

/// Returns a future that waits for Ctrl-C, or for the signal of a service manager or a client. From this
/// call on neither ends the process by itself.
fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::interrupt()).and_then(|ctrl_c| {
            let terminate = signal(SignalKind::terminate())?;
            Ok((ctrl_c, terminate))
        })
    };
    async move {
        #[cfg(unix)]
        if let Ok((mut ctrl_c, mut terminate)) = signals {
            tokio::select! {
                _ = ctrl_c.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        _ = tokio::signal::ctrl_c().await;
    }
}
