//! MCP, over either transport.

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

/// What a server works on.
pub(crate) struct Backend {
    pub(crate) client: Client,
    pub(crate) operations: Operations,
    /// The sandbox of a demo runs as long as this lives.
    _sandbox: Option<avenir_sandbox::Running>,
}

impl Backend {
    /// The user's plans as the environment says, or demo plans that are gone afterwards.
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
            // There is nothing to write down, and the home directory may be read-only. A file that is
            // named must be one all the same.
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

/// Returns what waits for Ctrl-C, or for the signal that a service manager or a client sends to end
/// the process. From this call on neither ends the process by itself.
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
