//! `/plans/{plan_id}/months`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use serde_json::json;

use super::app::{Answer, App, Data};
use super::query::{self, Query};
use crate::store::months;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/months", get(list))
        .route("/months/{month}", get(one))
}

async fn list(State(app): State<Arc<App>>, Path(plan): Path<String>, query: Query) -> Answer {
    let since = query::knowledge(&query)?;
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({
            "months": months::list(scope, since)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

async fn one(State(app): State<Arc<App>>, Path((plan, month)): Path<(String, String)>) -> Answer {
    app.read(plan, move |scope| {
        let month = months::find(scope, &month)?;
        Ok(Data::ok(json!({"month": months::get(scope, month)?})))
    })
    .await
}
