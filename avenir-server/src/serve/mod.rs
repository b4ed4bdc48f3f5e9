//! MCP, over either transport.

pub(crate) mod http;
mod message;
pub(crate) mod stdio;

use std::error::Error;

use avenir_ynab::Client;

use crate::{book::Book, config, demo::Demo};

/// What a server works on.
pub(crate) struct Backend {
    pub(crate) client: Client,
    pub(crate) book: Book,
    /// The sandbox of a demo runs as long as this lives.
    _sandbox: Option<avenir_sandbox::Running>,
}

impl Backend {
    /// The user's plans as the environment says, or demo plans that are gone afterwards.
    pub(crate) async fn open(demo: bool) -> Result<Self, Box<dyn Error>> {
        if demo {
            let demo = Demo::start().await?;
            return Ok(Self {
                client: demo.client,
                book: demo.book,
                _sandbox: Some(demo.sandbox),
            });
        }
        let client = config::client()?;
        Ok(Self {
            book: Book::new(client.clone(), config::journal()?),
            client,
            _sandbox: None,
        })
    }
}

/// Waits for Ctrl-C, or for the signal that a service manager or a client sends to end the process.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    _ = tokio::signal::ctrl_c().await;
}
