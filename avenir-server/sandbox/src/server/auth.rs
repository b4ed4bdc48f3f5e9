//! The bearer token.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::app::App;
use crate::failure::Failure;

/// Refuses every request that lacks the sandbox's token.
pub(super) async fn require_token(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    if given.and_then(bearer) == Some(app.token()) {
        next.run(request).await
    } else {
        Failure::Unauthorized.into_response()
    }
}

/// Returns the token of an `Authorization` header. The scheme's case does not matter.
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
