//! A minimal server over HTTP. A bearer token names the principal, and nobody else can answer a
//! question that this principal was asked.
//!
//! Run it with `cargo run --example http`, and send a client to `http://127.0.0.1:8080/mcp` with
//! `Authorization: Bearer alice-token`. Clients of revision 2026-07-28 do not have a session. Older
//! clients open one, in which they can be asked. With `-- --stateless` there are no sessions, and older
//! clients get a code.

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

/// The change: exactly what the person is shown, and exactly what is done.
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

/// The result of a deletion.
#[derive(Serialize, JsonSchema)]
struct Deleted {
    /// The number of things that are left.
    left: usize,
}

/// A server for one session, or for one request without a session. All of them share their state behind
/// an `Arc`, and one gate: a gate of their own would not know the codes and questions of the others.
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

    /// Reads the things, and works out the change.
    async fn propose(&self, args: &Args) -> Result<Unconfirmed<Delete>, Stop> {
        let name = args.name.clone();
        if !self.things.lock().await.contains(&name) {
            return Err(Stop::failed(format!("there is no thing {name:?}")));
        }
        Ok(Unconfirmed::new("things", Delete { name }))
    }

    /// Deletes. This is the only function that does.
    async fn delete(&self, change: Confirmed<Delete>) -> Deleted {
        let mut things = self.things.lock().await;
        things.remove(&change.into_subject().name);
        Deleted { left: things.len() }
    }
}

/// The principals by token. In production, verify the tokens of an authorization server.
const TOKENS: [(&str, &str); 2] = [("alice-token", "alice"), ("bob-token", "bob")];

/// Refuses requests without a token. [`SessionLayer`] then refuses requests in another's session.
async fn authenticate(mut request: Request, next: Next) -> Result<Response, StatusCode> {
    let name = caller(request.headers()).ok_or(StatusCode::UNAUTHORIZED)?;
    request.extensions_mut().insert(Principal(name.to_owned()));
    Ok(next.run(request).await)
}

fn caller(headers: &HeaderMap) -> Option<&'static str> {
    let token = headers.get("authorization")?.to_str().ok()?;
    let (scheme, token) = token.split_once(' ')?;
    // RFC 9110: the name of a scheme ignores case.
    if !scheme.eq_ignore_ascii_case("Bearer") {
        return None;
    }
    let token = token.trim_start();
    TOKENS
        .iter()
        .find(|(known, _)| *known == token)
        .map(|(_, name)| *name)
}

/// Returns the whole site. Cancelling `closing` closes it and ends open questions.
pub(crate) fn site(sessions: bool, closing: CancellationToken) -> Router {
    let server = Server {
        gate: Gate::builder().asker("things").build(),
        things: Arc::new(Mutex::new(["alpha", "beta"].map(String::from).into())),
    };
    // By default only Hosts of this machine are allowed, and no Origins.
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
