//! Holds each HTTP session to the principal that opened it.

mod declared;
mod owners;
#[cfg(test)]
mod tests;

use std::{
    error::Error,
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
};

use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body::Body;
use http_body_util::{Either, Full};
use tower_layer::Layer;
use tower_service::Service;

use self::owners::Owners;
use crate::Principal;

const SESSION: &str = "mcp-session-id";
const REVISION: &str = "mcp-protocol-version";
const LAST_EVENT: &str = "last-event-id";

/// A layer that holds each HTTP session to the principal that opened it.
///
/// On revisions before 2026-07-28 a question is answered in its session, and the SDK accepts an
/// answer from anyone who knows the session's id. Put this layer between the authentication, which
/// sets the [`Principal`], and rmcp's `StreamableHttpService`. Every HTTP server with more than one
/// principal needs it.
///
/// A session belongs to the principal whose request opened it. A session that was opened without a
/// principal belongs to callers without one. Names are compared byte for byte. Everybody else gets
/// 404, as for a session that does not exist, whether they send an answer or a call, open or resume
/// the event stream, or `DELETE` the session. A session that this layer did not see opened belongs
/// to nobody.
///
/// A principal has at most 1,024 sessions. When it opens one more, the layer ends the one that was
/// not used for the longest time, by a `DELETE` to the service below. If the SDK ends a session by
/// itself, such as after an idle time, the session still counts until its principal names it again
/// or opens so many others.
///
/// The layer also reads what an `initialize` declares. The SDK takes an unknown elicitation mode
/// for forms, so a declaration without forms is removed from the message. A `POST` without a
/// session may be at most 4 MiB long.
///
/// All clones are one layer: make it once, where the server starts.
///
/// ```
/// # use rmcp::{ServerHandler, transport::streamable_http_server::{
/// #     StreamableHttpService, session::local::LocalSessionManager,
/// # }};
/// # #[derive(Clone)] struct Server;
/// # impl ServerHandler for Server {}
/// # let service: StreamableHttpService<Server, LocalSessionManager> =
/// #     StreamableHttpService::new(|| Ok(Server), Default::default(), Default::default());
/// # async fn authenticate(request: axum::extract::Request, next: axum::middleware::Next)
/// # -> axum::response::Response { next.run(request).await }
/// use axum::{Router, middleware};
/// use confirm::http::SessionLayer;
///
/// // The layer that was added last sees a request first.
/// let router: Router = Router::new()
///     .route_service("/mcp", service)
///     .layer(SessionLayer::new())
///     .layer(middleware::from_fn(authenticate));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SessionLayer {
    owners: Owners,
}

impl SessionLayer {
    /// Returns a layer without any sessions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<S> Layer<S> for SessionLayer {
    type Service = Sessions<S>;

    fn layer(&self, inner: S) -> Sessions<S> {
        Sessions {
            inner,
            owners: self.owners.clone(),
        }
    }
}

/// A service that holds its sessions to their principals. See [`SessionLayer`].
#[derive(Clone, Debug)]
pub struct Sessions<S> {
    inner: S,
    owners: Owners,
}

/// The body of a request: unchanged, or after it was read whole.
pub type RequestBody<B> = Either<B, Full<bytes::Bytes>>;

/// The future that a [`Sessions`] returns.
pub type ResponseFuture<B, E> = Pin<Box<dyn Future<Output = Result<Response<B>, E>> + Send>>;

impl<S, B, R> Service<Request<B>> for Sessions<S>
where
    S: Service<Request<RequestBody<B>>, Response = Response<R>> + Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data = bytes::Bytes> + Send + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
    R: Default + Send,
{
    type Response = Response<R>;
    type Error = S::Error;
    type Future = ResponseFuture<R, S::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        // The clone may not be ready, so move the service that is ready into the future.
        let next = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, next);
        let owners = self.owners.clone();
        Box::pin(async move {
            let principal = request.extensions().get::<Principal>().cloned();
            let session = match session(request.headers()) {
                Ok(session) => session,
                Err(status) => return Ok(refusal(status)),
            };
            if let Some(session) = &session
                && !owners.owns(principal.as_ref(), session)
            {
                return Ok(refusal(StatusCode::NOT_FOUND));
            }
            if resumes_without_session(&request, session.as_deref()) {
                return Ok(refusal(StatusCode::NOT_FOUND));
            }
            let ends = request.method() == Method::DELETE;
            let template = delete(&request);
            let request = if session.is_none() && request.method() == Method::POST {
                match declared::read(request).await {
                    Ok(request) => request,
                    Err(status) => return Ok(refusal(status)),
                }
            } else {
                request.map(Either::Left)
            };
            let response = inner.call(request).await?;
            let status = response.status();
            match session {
                // The SDK answers "not found" if the session has ended by itself.
                Some(session) if ends && status.is_success() || status == StatusCode::NOT_FOUND => {
                    owners.forget(principal.as_ref(), &session);
                }
                Some(_) => {}
                None => {
                    if let Ok(Some(opened)) = self::session(response.headers())
                        && let Some(forgotten) = owners.opened(principal.as_ref(), opened)
                        && let Ok(forgotten) = forgotten.try_into()
                    {
                        let mut request = template.map(|()| Either::Right(Full::default()));
                        request.headers_mut().insert(SESSION, forgotten);
                        // Nobody waits for the result of this request.
                        if poll_fn(|cx| inner.poll_ready(cx)).await.is_ok() {
                            _ = inner.call(request).await;
                        }
                    }
                }
            }
            Ok(response)
        })
    }
}

/// Makes a request that ends a session, for the service that `request` goes to.
fn delete<B>(request: &Request<B>) -> Request<()> {
    let mut delete = Request::new(());
    *delete.method_mut() = Method::DELETE;
    *delete.uri_mut() = request.uri().clone();
    *delete.version_mut() = request.version();
    // The SDK checks both headers of every request.
    for name in [header::HOST, header::ORIGIN] {
        if let Some(value) = request.headers().get(&name) {
            delete.headers_mut().insert(name, value.clone());
        }
    }
    delete
}

/// Returns the session that the headers name.
///
/// # Errors
///
/// Fails if they name two, or one that is not readable text: the SDK must not read another session
/// than this layer.
fn session(headers: &HeaderMap) -> Result<Option<String>, StatusCode> {
    let mut named = headers.get_all(SESSION).iter();
    match (named.next(), named.next()) {
        (None, _) => Ok(None),
        (Some(session), None) => {
            let session = session.to_str().map_err(|_| StatusCode::BAD_REQUEST)?;
            Ok(Some(session.to_owned()))
        }
        (Some(_), Some(_)) => Err(StatusCode::BAD_REQUEST),
    }
}

/// Returns whether the request asks for the events of a stream outside a session of its principal.
/// The SDK sends the events of any stream to anyone who knows an event's id.
fn resumes_without_session<B>(request: &Request<B>, session: Option<&str>) -> bool {
    let resumes = request.headers().contains_key(LAST_EVENT);
    resumes && (session.is_none() || is_sessionless(request))
}

/// Returns whether the request names a revision without sessions. Revisions are dates, so they
/// compare as text.
fn is_sessionless<B>(request: &Request<B>) -> bool {
    let revision = request.headers().get(REVISION);
    revision.is_some_and(|revision| revision.as_bytes() >= b"2026-07-28".as_slice())
}

fn refusal<R: Default>(status: StatusCode) -> Response<R> {
    let mut response = Response::default();
    *response.status_mut() = status;
    response
}
