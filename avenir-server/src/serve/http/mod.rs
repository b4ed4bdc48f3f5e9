//! Serves MCP over streamable HTTP: with sessions for older clients, without for those of 2026-07-28.

mod connections;
mod guard;

use std::{error::Error, io, sync::Arc, time::Duration};

use axum::{Extension, Router, middleware, routing};
use confirm::http::SessionLayer;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::{
    connections::{Connection, Connections},
    guard::Guard,
};
use super::{Backend, stop_signal};
use crate::{
    bounds::{LARGEST_BODY, LONGEST_GOODBYE, LONGEST_HEAD},
    cli,
    config::{self, HttpSettings},
    server::Server,
    terminal::screen,
};

pub(crate) async fn run(options: cli::Http) -> Result<(), Box<dyn Error>> {
    let stop = stop_signal();
    let access = config::access(&options.serve)?;
    let settings = config::settings()?;
    let http = config::http(&options)?;
    let backend = Backend::open(options.serve.demo, access).await?;
    tokio::spawn(backend.operations.clone().recover_on_startup());
    let gate = config::gate(settings, &backend.operations);
    let operations = backend.operations.clone();
    let server = Server::new(backend.client, gate.clone(), backend.operations, access);
    let listener = TcpListener::bind((http.host, http.port)).await;
    let listener = listener.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {} is in use: choose another with --port or AVENIR_MCP_PORT",
            http.port
        ),
        _ => format!("{}:{} cannot be listened on: {error}", http.host, http.port),
    })?;
    announce(listener.local_addr()?, &http);
    let closing = CancellationToken::new();
    let site = site(server, &http, closing.clone());
    serve(listener, site, stop, closing).await;
    gate.close();
    operations.idle().await;
    Ok(())
}

/// Prints the address on stderr, and the token if the server made it for this run.
fn announce(address: std::net::SocketAddr, http: &HttpSettings) {
    screen::eprintln!("avenir-server: listening on http://{address}/mcp");
    if let Some(token) = &http.made {
        screen::eprintln!(
            "avenir-server: AVENIR_MCP_HTTP_TOKEN is not set, so this run has a token of its own:\n\n    \
             Authorization: Bearer {token}\n"
        );
    }
}

fn site(server: Server, http: &HttpSettings, closing: CancellationToken) -> Router {
    // Always allow this machine's own names.
    let names = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let host = (!http.host.is_loopback()).then(|| http.host.to_string());
    let names = names
        .into_iter()
        .chain(host)
        .chain(http.names.iter().cloned());
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"])
        .with_allowed_hosts(names)
        .with_max_request_body_bytes(LARGEST_BODY)
        .with_cancellation_token(closing);
    let sessions = Arc::new(LocalSessionManager::default());
    let guard = Guard::new(&http.tokens, Arc::clone(&sessions));
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    Router::new()
        .route_service("/mcp", service)
        .layer(SessionLayer::new())
        .layer(middleware::from_fn_with_state(guard, Guard::pass))
        .route("/health", routing::get(|| async { "ok\n" }))
}

/// Serves until the process is asked to stop, and then finishes what is under way for a moment.
async fn serve(
    listener: TcpListener,
    site: Router,
    stop: impl Future<Output = ()>,
    closing: CancellationToken,
) {
    let connections = Connections::default();
    let tasks = TaskTracker::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let connection = connections.admit();
                tasks.spawn(talk(stream, connection, site.clone(), closing.clone()));
            }
            // Too many files are open, or the client is gone already.
            Err(error) => {
                tracing::warn!(kind = ?error.kind(), "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    // End open streams and open questions; this confirms nothing.
    closing.cancel();
    tasks.close();
    _ = tokio::time::timeout(LONGEST_GOODBYE, tasks.wait()).await;
}

/// Serves one connection until it ends or its place is needed.
async fn talk(stream: TcpStream, connection: Connection, site: Router, closing: CancellationToken) {
    let evicted = connection.evicted();
    let service = TowerToHyperService::new(site.layer(Extension(connection)));
    let talking = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut talking = std::pin::pin!(talking);
    tokio::select! {
        _ = talking.as_mut() => {}
        () = evicted.cancelled() => {}
        () = closing.cancelled() => {
            talking.as_mut().graceful_shutdown();
            _ = talking.await;
        }
    }
}
