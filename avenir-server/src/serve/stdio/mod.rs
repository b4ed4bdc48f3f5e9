//! Serves MCP over stdin and stdout.

mod calls;
mod reader;
mod transport;

use std::{error::Error, io::IsTerminal as _};

use rmcp::{ServiceExt as _, service::ServerInitializeError};

use self::transport::Lines;
use super::{Backend, stop_signal};
use crate::{cli::Serve, config, server::Server, terminal::screen};

pub(crate) async fn run(serve: Serve) -> Result<(), Box<dyn Error>> {
    let stop = stop_signal();
    let access = config::access(&serve)?;
    let settings = config::settings()?;
    let backend = Backend::open(serve.demo, access).await?;
    if std::io::stdin().is_terminal() {
        screen::eprintln!(
            "avenir-server: waiting for an MCP client on stdin; `avenir-server tour` is for people"
        );
    }
    // Recover what an earlier process left open while this one serves.
    tokio::spawn(backend.operations.clone().recover_on_startup());
    let gate = config::gate(settings, &backend.operations);
    let (stdin, stdout) = rmcp::transport::stdio_pipes();
    let lines = Lines::new(gate.cancel_on_disconnect(stdin), stdout);
    let operations = backend.operations.clone();
    let server = Server::new(backend.client, gate.clone(), backend.operations, access);
    let serving = async {
        match server.serve(lines).await {
            Ok(serving) => serving.waiting().await.map(drop).map_err(Box::from),
            // A client may only check that the server starts.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            // Replace the SDK's text, which prints the whole message.
            Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
                Err("the client's first message does not open a session".into())
            }
            Err(other) => Err(other.to_string().into()),
        }
    };
    // Finish a write under way before the process ends: clients close stdin and send SIGTERM two
    // seconds later.
    let ended: Result<(), Box<dyn Error>> = tokio::select! {
        ended = serving => ended,
        () = stop => Ok(()),
    };
    gate.close();
    operations.idle().await;
    ended
}
