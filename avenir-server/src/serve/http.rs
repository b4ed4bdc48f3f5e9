//! MCP over streamable HTTP: sessions for older clients, none for those of 2026-07-28.

use std::{error::Error, io, sync::Arc};

use axum::{Router, middleware, routing};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{Backend, guard::Guard};
use crate::{
    cli,
    config::{self, HttpSettings},
    server::Server,
    terminal::screen,
};

/// The largest request. A call with 500 assignments takes 60 kB.
const LARGEST_BODY: usize = 4 * 1024 * 1024;

pub(crate) async fn run(options: cli::Http) -> Result<(), Box<dyn Error>> {
    let access = config::access(&options.serve)?;
    let settings = config::settings()?;
    let http = config::http(&options)?;
    let backend = Backend::open(options.serve.demo, access).await?;
    tokio::spawn(backend.book.clone().reconcile());
    let gate = config::gate(settings, &backend.book);
    let book = backend.book.clone();
    let server = Server::new(backend.client, gate, backend.book, access);
    let listener = TcpListener::bind((http.host, http.port)).await;
    let listener = listener.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {} is in use: choose another with --port or AVENIR_MCP_PORT",
            http.port
        ),
        _ => format!("{}:{} cannot be listened on: {error}", http.host, http.port),
    })?;
    let closing = CancellationToken::new();
    let address = listener.local_addr()?;
    announce(address, &http);
    axum::serve(listener, site(server, &http, closing.clone()))
        .with_graceful_shutdown(async move {
            asked_to_stop().await;
            // Open streams end, and so do open questions: nothing is confirmed by that.
            closing.cancel();
        })
        .await?;
    book.idle().await;
    Ok(())
}

/// Says on stderr where it listens, and a token that was made for this run, once.
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
    let mut config = StreamableHttpServerConfig::default()
        .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"])
        .with_max_request_body_bytes(LARGEST_BODY)
        .with_cancellation_token(closing);
    // By default only Hosts of this machine are let in. Who listens elsewhere says so.
    if !http.host.is_loopback() {
        let names = ["localhost".to_owned(), http.host.to_string()];
        config = config.with_allowed_hosts(names.into_iter().chain(http.names.iter().cloned()));
    }
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let guard = Guard::new(&http.tokens);
    Router::new()
        .route_service("/mcp", service)
        .layer(middleware::from_fn_with_state(guard, Guard::pass))
        .route("/health", routing::get(|| async { "ok\n" }))
}

/// Ctrl-C, or what a service manager sends.
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
