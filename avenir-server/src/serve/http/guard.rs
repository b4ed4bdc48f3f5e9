//! Admits callers with a token over HTTP, each with a bounded number of requests and sessions.
//! `confirm::http::SessionLayer` binds the sessions to their principals.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Extension,
    body::{self, Body},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use confirm::Principal;
use rmcp::{
    model::{ClientRequest, ErrorCode, JsonRpcMessage, RequestId},
    transport::streamable_http_server::session::{SessionManager as _, local::LocalSessionManager},
};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

use super::connections::Connection;
use crate::{
    bounds::{LARGEST_BODY, LONGEST_BODY, MOST_REQUESTS, MOST_SESSIONS},
    serve::message::{self, Incoming, Refusal},
};

/// The tokens by their digests, with their sessions.
#[derive(Clone)]
pub(super) struct Guard {
    tokens: Arc<[Token]>,
    owners: Arc<Mutex<HashMap<String, Owner>>>,
    sessions: Arc<LocalSessionManager>,
    /// The requests of sessions that do not have a reply yet.
    calls: Calls,
}

type Name = Arc<str>;

/// The owner of a session, with the time of the last use.
struct Owner {
    name: Name,
    used: Instant,
}

/// The time after which an idle session is no longer counted. The SDK closes a session after five idle
/// minutes, without a notice.
const IDLE: Duration = Duration::from_secs(15 * 60);

struct Token {
    number: usize,
    digest: [u8; 32],
    name: Name,
    /// The permits of requests whose body is being read. They wait for the client, not for this server.
    arriving: Semaphore,
    /// The permits of requests whose answer is not finished; an answer may be a stream.
    at_work: Arc<Semaphore>,
}

type Calls = Arc<Mutex<HashSet<(String, RequestId)>>>;

/// A request of a session whose answer is not finished. The SDK would answer only the second of two
/// requests with one id.
struct Call {
    calls: Calls,
    of: (String, RequestId),
}

impl Drop for Call {
    fn drop(&mut self) {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.remove(&self.of);
    }
}

impl Guard {
    pub(super) fn new(tokens: &[String], sessions: Arc<LocalSessionManager>) -> Self {
        let token = |(number, token): (usize, &String)| Token {
            number,
            digest: Sha256::digest(token).into(),
            // Questions are bound to this name; the token itself is not kept.
            name: format!("token {number}").into(),
            arriving: Semaphore::new(MOST_REQUESTS),
            at_work: Arc::new(Semaphore::new(MOST_REQUESTS)),
        };
        Self {
            tokens: tokens.iter().enumerate().map(token).collect(),
            owners: Arc::default(),
            sessions,
            calls: Calls::default(),
        }
    }

    /// Lets a request with a valid token pass, with the token's principal.
    pub(super) async fn pass(
        State(guard): State<Self>,
        Extension(connection): Extension<Connection>,
        request: Request,
        next: Next,
    ) -> Response {
        let Some(token) = guard.caller(request.headers()) else {
            return stranger();
        };
        let in_use = connection.begin(token.number);
        let Arrived { request, id, opens } = match arrived(token, request).await {
            Ok(arrived) => arrived,
            Err(response) => return response,
        };
        let Ok(at_work) = Arc::clone(&token.at_work).try_acquire_owned() else {
            return too_many();
        };
        let call = match guard.begin(session(request.headers()), id) {
            Ok(call) => call,
            Err(refusal) => return refused(&refusal),
        };
        let name = Arc::clone(&token.name);
        if !opens {
            let response = guard.work(name, request, next).await;
            return response.map(|body| in_use.through(body, (at_work, call)));
        }
        // Spawn a task, so that a client that goes away does not leave an uncounted session.
        let opening = tokio::spawn(async move {
            let response = guard.work(name, request, next).await;
            (response, at_work)
        });
        match opening.await {
            Ok((response, at_work)) => response.map(|body| in_use.through(body, (at_work, call))),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    }

    /// Records a request of a session.
    fn begin(
        &self,
        session: Option<String>,
        id: Option<RequestId>,
    ) -> Result<Option<Call>, Refusal> {
        let Some(of) = session.zip(id) else {
            return Ok(None);
        };
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        if !calls.insert(of.clone()) {
            return Err(Refusal::new(
                of.1.into_json_value().to_string(),
                ErrorCode::INVALID_REQUEST,
                "a request with this id is under way: take another id",
            ));
        }
        let calls = Arc::clone(&self.calls);
        Ok(Some(Call { calls, of }))
    }

    async fn work(&self, name: Name, mut request: Request, next: Next) -> Response {
        let session = session(request.headers());
        let ends = request.method() == Method::DELETE;
        let principal = Principal(name.to_string());
        request.extensions_mut().insert(principal);
        let response = next.run(request).await;
        match (session, self::session(response.headers())) {
            (Some(session), _) if ends || response.status() == StatusCode::NOT_FOUND => {
                let mut owners = self.owners();
                if owners.get(&session).is_some_and(|owner| owner.name == name) {
                    owners.remove(&session);
                }
            }
            (Some(session), _) => self.used(&name, &session),
            (None, Some(opened)) => self.opened(opened, &name).await,
            _ => {}
        }
        response
    }

    /// Returns the token of a request. Compares digests, so that the time reveals nothing about a token.
    fn caller(&self, headers: &HeaderMap) -> Option<&Token> {
        let credentials = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = credentials.trim().split_once(' ')?;
        let digest: [u8; 32] = Sha256::digest(token.trim_start()).into();
        let found = self.tokens.iter().find(|token| token.digest == digest)?;
        // RFC 9110: the name of a scheme ignores case.
        scheme.eq_ignore_ascii_case("Bearer").then_some(found)
    }

    fn used(&self, name: &Name, session: &str) {
        if let Some(owner) = self
            .owners()
            .get_mut(session)
            .filter(|owner| owner.name == *name)
        {
            owner.used = Instant::now();
        }
    }

    /// Records the owner of a session. If there are too many, closes the one that was idle longest.
    async fn opened(&self, session: String, name: &Name) {
        let used = Instant::now();
        let oldest = {
            let mut owners = self.owners();
            owners.retain(|_, owner| used.duration_since(owner.used) < IDLE);
            let own = owners.iter().filter(|(_, owner)| owner.name == *name);
            let oldest = (own.clone().count() >= MOST_SESSIONS)
                .then(|| own.min_by_key(|(_, owner)| owner.used))
                .flatten()
                .map(|(session, _)| session.clone());
            if let Some(oldest) = &oldest {
                owners.remove(oldest);
            }
            let name = Arc::clone(name);
            owners.insert(session, Owner { name, used });
            oldest
        };
        if let Some(oldest) = oldest {
            // Ignore an error: the session may have ended by itself.
            _ = self.sessions.close_session(&oldest.into()).await;
        }
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<String, Owner>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn session(headers: &HeaderMap) -> Option<String> {
    Some(headers.get("mcp-session-id")?.to_str().ok()?.to_owned())
}

/// A request whose body has arrived.
struct Arrived {
    request: Request,
    id: Option<RequestId>,
    /// True if the request opens a session.
    opens: bool,
}

/// Waits for the body of a request, so that a request that never arrives takes no place. Reads the
/// message before the SDK does.
async fn arrived(token: &Token, request: Request) -> Result<Arrived, Response> {
    if request.method() != Method::POST {
        return Ok(Arrived {
            request,
            id: None,
            opens: false,
        });
    }
    let Ok(_arriving) = token.arriving.try_acquire() else {
        return Err(too_many());
    };
    let (mut parts, body) = request.into_parts();
    let bytes = tokio::time::timeout(LONGEST_BODY, body::to_bytes(body, LARGEST_BODY)).await;
    let bytes = match bytes {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => {
            let text = format!("Send a body of at most {LARGEST_BODY} bytes, whole.\n");
            return Err((StatusCode::PAYLOAD_TOO_LARGE, text).into_response());
        }
        Err(_) => {
            let text = "The body took too long: send it at once.\n";
            return Err((StatusCode::REQUEST_TIMEOUT, text).into_response());
        }
    };
    let text = message::text(&bytes);
    let (id, opens) = match message::read_text(&text) {
        Incoming::Refused(refusal) => return Err(refused(&refusal)),
        Incoming::Message(message) => match *message {
            JsonRpcMessage::Request(request) => {
                let opens = matches!(request.request, ClientRequest::InitializeRequest(_));
                (Some(request.id), opens)
            }
            _ => (None, false),
        },
        Incoming::Ignored => (None, false),
    };
    // Remove the length, because the text may have become longer or shorter.
    parts.headers.remove(header::CONTENT_LENGTH);
    let request = Request::from_parts(parts, Body::from(text.into_owned()));
    Ok(Arrived { request, id, opens })
}

fn refused(refusal: &Refusal) -> Response {
    let json = HeaderValue::from_static("application/json");
    let json = [(header::CONTENT_TYPE, json)];
    (StatusCode::BAD_REQUEST, json, refusal.to_json()).into_response()
}

fn stranger() -> Response {
    let challenge = [(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))];
    let text = "Send the header Authorization: Bearer, with AVENIR_MCP_HTTP_TOKEN or the token \
                that avenir-server printed when it started.\n";
    (StatusCode::UNAUTHORIZED, challenge, text).into_response()
}

fn too_many() -> Response {
    let later = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
    let text = "Too many requests at once: try again in a second.\n";
    (StatusCode::SERVICE_UNAVAILABLE, later, text).into_response()
}

#[cfg(test)]
mod tests {
    use axum::{Router, middleware, routing};
    use hyper::service::Service as _;
    use hyper_util::service::TowerToHyperService;
    use serde_json::json;
    use tokio::sync::Notify;

    use super::*;
    use crate::serve::http::connections::Connections;

    /// Checks a client that resets its connection after the session is made and before the answer.
    #[tokio::test]
    async fn a_session_whose_client_went_away_is_counted() {
        let guard = Guard::new(
            &["a-token".to_owned()],
            Arc::new(LocalSessionManager::default()),
        );
        let made = Arc::new((Notify::new(), Notify::new()));
        let sdk = Arc::clone(&made);
        let handler = async move || {
            sdk.0.notify_one();
            sdk.1.notified().await;
            [("mcp-session-id", "one")]
        };
        let site = Router::new()
            .route("/mcp", routing::post(handler))
            .layer(middleware::from_fn_with_state(guard.clone(), Guard::pass))
            .layer(Extension(Connections::default().admit()));
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "one", "version": "1"}}});
        let request = Request::post("/mcp")
            .header(header::AUTHORIZATION, "Bearer a-token")
            .body(Body::from(body.to_string()))
            .unwrap();
        let mut call = Box::pin(TowerToHyperService::new(site).call(request));
        let mut made_it = Box::pin(made.0.notified());
        std::future::poll_fn(|context| {
            let answered = call.as_mut().poll(context).is_ready();
            assert!(!answered, "the session is made first");
            made_it.as_mut().poll(context)
        })
        .await;
        drop(call);
        made.1.notify_one();
        for _ in 0..1_000 {
            tokio::task::yield_now().await;
        }
        assert!(guard.owners().contains_key("one"));
    }
}
