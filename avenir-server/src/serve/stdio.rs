//! MCP over stdin and stdout.

mod halves;

use std::{error::Error, io::IsTerminal as _};

use rmcp::{ServiceExt as _, service::ServerInitializeError};

use super::Backend;
use crate::{cli::Serve, config, server::Server, terminal::screen};

pub(crate) async fn run(serve: Serve) -> Result<(), Box<dyn Error>> {
    let access = config::access(&serve)?;
    let settings = config::settings()?;
    let backend = Backend::open(serve.demo, access).await?;
    if std::io::stdin().is_terminal() {
        screen::eprintln!(
            "avenir-server: waiting for an MCP client on stdin; `avenir-server tour` is for people"
        );
    }
    // What an earlier process left open is found out while this one serves.
    tokio::spawn(backend.book.clone().reconcile());
    let gate = config::gate(settings, &backend.book);
    let (stdin, stdout) = rmcp::transport::stdio_pipes();
    let stdin = gate.watch(halves::Mended::new(stdin));
    let book = backend.book.clone();
    let server = Server::new(backend.client, gate, backend.book, access);
    let serving = server
        .serve((stdin, stdout))
        .await
        .map_err(|error| match error {
            // The SDK's own text prints the message, with whatever is in it.
            ServerInitializeError::ExpectedInitializeRequest(_) => {
                "the first message of the client was no request that opens a session".to_owned()
            }
            other => other.to_string(),
        })?;
    let ended = serving.waiting().await;
    // A client that goes away must not cut a write between two requests.
    book.idle().await;
    ended?;
    Ok(())
}
