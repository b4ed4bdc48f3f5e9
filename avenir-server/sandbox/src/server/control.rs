//! The control route: faults and the request log, for tests in another process. It exists only if
//! [`Options::control`](crate::Options::control) opened it, and needs the sandbox's token.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use super::app::App;
use crate::failure::Failure;
use crate::fault::{Fault, Request};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/faults", post(inject).delete(mend))
        .route("/requests", get(requests).delete(forget))
}

async fn inject(State(app): State<Arc<App>>, body: String) -> Response {
    match serde_json::from_str::<Fault>(&body) {
        Ok(fault) => {
            app.request_log.inject(fault);
            StatusCode::NO_CONTENT.into_response()
        }
        Err(error) => Failure::bad(format!("not a fault: {error}")).into_response(),
    }
}

async fn mend(State(app): State<Arc<App>>) -> StatusCode {
    app.request_log.mend();
    StatusCode::NO_CONTENT
}

async fn requests(State(app): State<Arc<App>>) -> Json<Vec<Request>> {
    Json(app.request_log.requests())
}

async fn forget(State(app): State<Arc<App>>) -> StatusCode {
    app.request_log.forget_requests();
    StatusCode::NO_CONTENT
}
