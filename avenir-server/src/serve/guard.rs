//! Who is let in over HTTP: whoever has a token, to their own sessions, and not too many at once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use confirm::Principal;
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;

/// Requests that are worked on at the same time; a stream counts until it begins.
const MOST_AT_ONCE: usize = 256;

/// The tokens by their digests, and whose each session is: the SDK asks nobody who comes back to
/// one.
#[derive(Clone)]
pub(super) struct Guard {
    tokens: Arc<[Token]>,
    owners: Arc<Mutex<HashMap<String, Owner>>>,
    room: Arc<Semaphore>,
}

type Name = Arc<str>;

/// Whose a session is, and when it was last used.
struct Owner {
    name: Name,
    used: Instant,
}

/// The SDK closes a session that was idle for five minutes, and says it to nobody.
const IDLE: Duration = Duration::from_secs(15 * 60);

struct Token {
    digest: [u8; 32],
    name: Name,
}

impl Guard {
    pub(super) fn new(tokens: &[String]) -> Self {
        let token = |(number, token): (usize, &String)| Token {
            digest: Sha256::digest(token).into(),
            // What a person's questions are bound to; the token itself is kept nowhere.
            name: format!("token {number}").into(),
        };
        Self {
            tokens: tokens.iter().enumerate().map(token).collect(),
            owners: Arc::default(),
            room: Arc::new(Semaphore::new(MOST_AT_ONCE)),
        }
    }

    /// Lets a request pass, with the principal that its token stands for.
    pub(super) async fn pass(
        State(guard): State<Self>,
        mut request: Request,
        next: Next,
    ) -> Response {
        let Some(name) = guard.caller(request.headers()) else {
            let challenge = [(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))];
            let text = "Send the header Authorization: Bearer, with AVENIR_MCP_HTTP_TOKEN or the \
                        token that avenir-server printed when it started.\n";
            return (StatusCode::UNAUTHORIZED, challenge, text).into_response();
        };
        let Ok(_room) = guard.room.try_acquire() else {
            let later = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
            let text = "Too many requests at once: try again in a second.\n";
            return (StatusCode::SERVICE_UNAVAILABLE, later, text).into_response();
        };
        let session = session(request.headers());
        if let Some(session) = &session
            && !guard.owns(&name, session)
        {
            return StatusCode::NOT_FOUND.into_response();
        }
        let ends = request.method() == Method::DELETE;
        let principal = Principal(name.to_string());
        request.extensions_mut().insert(principal);
        let response = next.run(request).await;
        match (session, self::session(response.headers())) {
            (Some(session), _) if ends || response.status() == StatusCode::NOT_FOUND => {
                guard.owners().remove(&session);
            }
            (None, Some(opened)) => guard.opened(opened, name),
            _ => {}
        }
        response
    }

    /// Digests are compared, so that the time it takes says nothing of the token.
    fn caller(&self, headers: &HeaderMap) -> Option<Name> {
        let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let digest: [u8; 32] = Sha256::digest(token.strip_prefix("Bearer ")?).into();
        let found = self.tokens.iter().find(|token| token.digest == digest)?;
        Some(Arc::clone(&found.name))
    }

    fn owns(&self, name: &Name, session: &str) -> bool {
        let mut owners = self.owners();
        let Some(owner) = owners.get_mut(session) else {
            return false;
        };
        owner.used = Instant::now();
        owner.name == *name
    }

    fn opened(&self, session: String, name: Name) {
        let used = Instant::now();
        let mut owners = self.owners();
        owners.retain(|_, owner| used.duration_since(owner.used) < IDLE);
        owners.insert(session, Owner { name, used });
    }

    fn owners(&self) -> MutexGuard<'_, HashMap<String, Owner>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn session(headers: &HeaderMap) -> Option<String> {
    Some(headers.get("mcp-session-id")?.to_str().ok()?.to_owned())
}
