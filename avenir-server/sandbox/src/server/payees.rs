//! `/plans/{plan_id}/payees`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use serde_json::{Value, json};

use super::app::{Answer, App, Data};
use super::body::Body;
use super::query::{self, Query};
use crate::failure::Failure;
use crate::store::{Scope, arrange, payees};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/payees", get(list).post(create))
        .route("/payees/{payee_id}", get(one).patch(rename))
}

async fn list(State(app): State<Arc<App>>, Path(plan): Path<String>, query: Query) -> Answer {
    let since = query::knowledge(&query)?;
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({
            "payees": payees::list(scope, since)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

async fn one(State(app): State<Arc<App>>, Path((plan, id)): Path<(String, String)>) -> Answer {
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({"payee": payees::get(scope, &id)?})))
    })
    .await
}

async fn create(State(app): State<Arc<App>>, Path(plan): Path<String>, body: Body) -> Answer {
    let name = read_name(&body)?;
    app.write(plan, move |scope| {
        let id = payees::create(scope, &name)?;
        Ok(Data::created(saved(scope, &id)?))
    })
    .await
}

async fn rename(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    body: Body,
) -> Answer {
    let name = read_name(&body)?;
    app.write(plan, move |scope| {
        arrange::rename_payee(scope, &id, &name)?;
        Ok(Data::ok(saved(scope, &id)?))
    })
    .await
}

fn read_name(body: &Body) -> Result<String, Failure> {
    body.one("payee", |fields| fields.required_text("name", 500))
}

fn saved(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    Ok(json!({"payee": payees::get(scope, id)?, "server_knowledge": scope.knowledge()?}))
}
