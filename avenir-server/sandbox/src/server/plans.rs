//! `/plans`, and the old `/budgets`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use serde_json::{Value, json};

use super::app::{Answer, App, Data};
use super::query::{self, Query};
use crate::store::{accounts, export};

/// The JSON keys under which a response names plans.
pub(super) struct Keys {
    one: &'static str,
    many: &'static str,
    default: &'static str,
}

pub(super) const PLANS: Keys = Keys {
    one: "plan",
    many: "plans",
    default: "default_plan",
};
pub(super) const BUDGETS: Keys = Keys {
    one: "budget",
    many: "budgets",
    default: "default_budget",
};

pub(super) fn routes(keys: &'static Keys) -> Router<Arc<App>> {
    Router::new()
        .route("/", get(move |app, query| list(keys, app, query)))
        .route(
            "/{plan_id}",
            get(move |app, plan, query| detail(keys, app, plan, query)),
        )
        .route("/{plan_id}/settings", get(settings))
}

async fn list(keys: &Keys, State(app): State<Arc<App>>, query: Query) -> Answer {
    let with_accounts = query::include_accounts(&query);
    let plans = app
        .read_all(move |scope| {
            let mut plan = scope.plan.summary();
            if with_accounts {
                plan["accounts"] = json!(accounts::list(scope, None)?);
            }
            Ok(plan)
        })
        .await?;
    Ok(Data::ok(
        json!({keys.many: plans, keys.default: Value::Null}),
    ))
}

async fn detail(
    keys: &Keys,
    State(app): State<Arc<App>>,
    Path(plan): Path<String>,
    query: Query,
) -> Answer {
    let since = query::knowledge(&query)?;
    let one = keys.one;
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({
            one: export::plan(scope, since)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

async fn settings(State(app): State<Arc<App>>, Path(plan): Path<String>) -> Answer {
    app.read(plan, |scope| {
        Ok(Data::ok(json!({"settings": scope.plan.settings()})))
    })
    .await
}
