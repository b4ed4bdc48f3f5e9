//! MCP over stdin and stdout.

use std::error::Error;

use avenir_ynab::Client;
use rmcp::ServiceExt as _;

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
    let (stdin, stdout) = rmcp::transport::stdio_pipes();
    let stdin = gate.watch(stdin);
    let server = Server::new(client, gate, book, access);
    server.serve((stdin, stdout)).await?.waiting().await?;
    Ok(())
}
