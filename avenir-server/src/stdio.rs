//! MCP over stdin and stdout.

mod halves;

use std::{error::Error, io::IsTerminal as _};

use avenir_ynab::Client;
use rmcp::{ServiceExt as _, service::ServerInitializeError};

use crate::{book::Book, cli::Serve, config, demo::Demo, server::Server};

pub(crate) async fn run(serve: Serve) -> Result<(), Box<dyn Error>> {
    let access = config::access(&serve)?;
    let gate = config::gate()?;
    let (client, book, _sandbox) = if serve.demo {
        let demo = Demo::start().await?;
        (demo.client, demo.book, Some(demo.sandbox))
    } else {
        let client = Client::new(config::endpoint()?)?;
        let book = Book::new(client.clone(), config::journal()?);
        (client, book, None)
    };
    if std::io::stdin().is_terminal() {
        eprintln!(
            "avenir-server: waiting for an MCP client on stdin; `avenir-server tour` is for people"
        );
    }
    let (stdin, stdout) = rmcp::transport::stdio_pipes();
    let stdin = gate.watch(halves::Mended::new(stdin));
    let server = Server::new(client, gate, book, access);
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
    serving.waiting().await?;
    Ok(())
}
