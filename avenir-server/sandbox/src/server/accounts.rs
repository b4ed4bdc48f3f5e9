//! `/plans/{plan_id}/accounts`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use serde_json::json;

use super::app::{Answer, App, Data};
use super::body::Body;
use super::query::{self, Query};
use crate::store::{accounts, arrange};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/accounts", get(list).post(open))
        .route("/accounts/{account_id}", get(one))
}

async fn list(State(app): State<Arc<App>>, Path(plan): Path<String>, query: Query) -> Answer {
    let since = query::knowledge(&query)?;
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({
            "accounts": accounts::list(scope, since)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

async fn one(State(app): State<Arc<App>>, Path((plan, id)): Path<(String, String)>) -> Answer {
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({"account": accounts::get(scope, &id)?})))
    })
    .await
}

/// The account types that can be opened through the API.
const TYPES: [&str; 6] = [
    "checking",
    "savings",
    "cash",
    "creditCard",
    "otherAsset",
    "otherLiability",
];

async fn open(State(app): State<Arc<App>>, Path(plan): Path<String>, body: Body) -> Answer {
    let (name, kind, balance) = body.one("account", |fields| {
        (
            fields.required_text("name", 200),
            fields.required_word("type", &TYPES),
            fields.required_amount("balance"),
        )
    })?;
    app.write(plan, move |scope| {
        let id = arrange::open_account(scope, &name, &kind, balance)?;
        Ok(Data::created(json!({
            "account": accounts::get(scope, &id)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}
