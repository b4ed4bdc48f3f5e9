//! Lists that are always empty in the sandbox: payee locations and money movements.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use serde_json::json;

use super::app::{Answer, App, Data};
use crate::failure::Failure;
use crate::store::{months, payees};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/payee_locations", get(locations))
        .route("/payee_locations/{payee_location_id}", get(none))
        .route(
            "/payees/{payee_id}/payee_locations",
            get(locations_of_payee),
        )
        .route(
            "/money_movements",
            get(|app, plan| list("money_movements", app, plan)),
        )
        .route(
            "/money_movement_groups",
            get(|app, plan| list("money_movement_groups", app, plan)),
        )
        .route(
            "/months/{month}/money_movements",
            get(|app, at| of_month("money_movements", app, at)),
        )
        .route(
            "/months/{month}/money_movement_groups",
            get(|app, at| of_month("money_movement_groups", app, at)),
        )
}

async fn locations(State(app): State<Arc<App>>, Path(plan): Path<String>) -> Answer {
    app.read(plan, |_| Ok(Data::ok(json!({"payee_locations": []}))))
        .await
}

async fn none(State(app): State<Arc<App>>, Path((plan, _)): Path<(String, String)>) -> Answer {
    app.read(plan, |_| Err(Failure::ResourceNotFound)).await
}

async fn locations_of_payee(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
) -> Answer {
    app.read(plan, move |scope| {
        payees::get(scope, &id)?;
        Ok(Data::ok(json!({"payee_locations": []})))
    })
    .await
}

async fn list(key: &'static str, State(app): State<Arc<App>>, Path(plan): Path<String>) -> Answer {
    app.read(plan, move |scope| {
        Ok(Data::ok(
            json!({key: [], "server_knowledge": scope.knowledge()?}),
        ))
    })
    .await
}

async fn of_month(
    key: &'static str,
    State(app): State<Arc<App>>,
    Path((plan, month)): Path<(String, String)>,
) -> Answer {
    app.read(plan, move |scope| {
        months::find(scope, &month)?;
        Ok(Data::ok(
            json!({key: [], "server_knowledge": scope.knowledge()?}),
        ))
    })
    .await
}
