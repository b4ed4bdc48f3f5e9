//! The smallest server over HTTP: who calls is read from a bearer token, and what one principal was
//! asked, another cannot answer.
//!
//! Run it with `cargo run --example http`, and send a client to `http://127.0.0.1:8080/mcp` with
//! `Authorization: Bearer alice-token`. Clients of revision 2026-07-28 have no session; older ones
//! open one, in which they can be asked. With `-- --stateless` nobody has one, and older clients are
//! handed a code.

use std::{collections::BTreeSet, sync::Arc};

use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, StatusCode},
    middleware::{self, Next},
    response::Response,
};
use confirm::{
    Caller, Confirmed, Gate, Parameters, Principal, Reply, Stop, Subject, Unconfirmed,
    http::SessionLayer,
};
use rmcp::{
    ServerHandler, tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::{net::TcpListener, sync::Mutex};
use tokio_util::sync::CancellationToken;

/// The change: what the person is shown, and all that is done.
#[derive(Subject)]
#[subject(question("Delete {name}? This cannot be undone."))]
struct Delete {
    name: String,
}

/// Arguments of `delete_thing`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Name of the thing.
    name: String,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
struct Deleted {
    /// How many things are left.
    left: usize,
}

/// One is made for each session and for each request without one, so what they share is behind an
/// `Arc`. The gate is, too: one made here for each would know no code and no question.
#[derive(Clone)]
struct Server {
    gate: Gate,
    things: Arc<Mutex<BTreeSet<String>>>,
}

#[tool_router]
impl Server {
    /// Delete a thing. The user is asked first.
    #[tool(output_schema = Reply::<Deleted>::schema())]
    async fn delete_thing(&self, Parameters(args, caller): Parameters<Args>) -> Reply<Deleted> {
        Reply(self.ask_and_delete(args, caller).await)
    }
}

#[tool_handler(name = "things", version = "1.0.0")]
impl ServerHandler for Server {}

impl Server {
    async fn ask_and_delete(&self, args: Args, caller: Caller) -> Result<Deleted, Stop> {
        let confirmed = confirm::ask(&self.gate, caller, || self.propose(&args)).await?;
        Ok(self.delete(confirmed).await)
    }

    /// Reads, and works out what would change.
    async fn propose(&self, args: &Args) -> Result<Unconfirmed<Delete>, Stop> {
        let name = args.name.clone();
        if !self.things.lock().await.contains(&name) {
            return Err(Stop::failed(format!("there is no thing {name:?}")));
        }
        Ok(Unconfirmed::new("things", Delete { name }))
    }

    /// The only function that deletes.
    async fn delete(&self, change: Confirmed<Delete>) -> Deleted {
        let mut things = self.things.lock().await;
        things.remove(&change.into_subject().name);
        Deleted { left: things.len() }
    }
}

/// Who has which token. In earnest, verify what an authorization server issued.
const TOKENS: [(&str, &str); 2] = [("alice-token", "alice"), ("bob-token", "bob")];

/// Lets nobody in without a token. [`SessionLayer`] then lets nobody into the session of another.
async fn authenticate(mut request: Request, next: Next) -> Result<Response, StatusCode> {
    let name = caller(request.headers()).ok_or(StatusCode::UNAUTHORIZED)?;
    request.extensions_mut().insert(Principal(name.to_owned()));
    Ok(next.run(request).await)
}

fn caller(headers: &HeaderMap) -> Option<&'static str> {
    let token = headers.get("authorization")?.to_str().ok()?;
    let (scheme, token) = token.split_once(' ')?;
    // RFC 9110: the name of a scheme has no case.
    if !scheme.eq_ignore_ascii_case("Bearer") {
        return None;
    }
    let token = token.trim_start();
    TOKENS
        .iter()
        .find(|(known, _)| *known == token)
        .map(|(_, name)| *name)
}

/// The whole site. It is closed when `closing` is cancelled: open questions end with it.
pub(crate) fn site(sessions: bool, closing: CancellationToken) -> Router {
    let server = Server {
        gate: Gate::builder().asker("things").build(),
        things: Arc::new(Mutex::new(["alpha", "beta"].map(String::from).into())),
    };
    // Only Hosts of this machine are let in, by default; Origins only if they are named.
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"])
        .with_legacy_session_mode(sessions)
        .with_cancellation_token(closing);
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    Router::new()
        .route_service("/mcp", service)
        // The layer that was added last sees a request first.
        .layer(SessionLayer::new())
        .layer(middleware::from_fn(authenticate))
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let sessions = !std::env::args().any(|argument| argument == "--stateless");
    let closing = CancellationToken::new();
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    axum::serve(listener, site(sessions, closing.clone()))
        .with_graceful_shutdown(async move {
            _ = tokio::signal::ctrl_c().await;
            closing.cancel();
        })
        .await
}
