//! `/user`.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use serde_json::json;

use super::app::{Answer, App, Data};
use crate::demo;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/v1/user", get(user))
}

async fn user() -> Answer {
    Ok(Data::ok(json!({"user": {"id": demo::USER}})))
}
