//! `/plans/{plan_id}/scheduled_transactions`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use serde_json::{Value, json};

use super::app::{Answer, App, Data};
use super::body::{Body, Fields};
use super::query::{self, Query};
use crate::store::Scope;
use crate::store::schedules::{self, FREQUENCIES, ScheduleEdit};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/scheduled_transactions", get(list).post(create))
        .route(
            "/scheduled_transactions/{scheduled_transaction_id}",
            get(one).put(update).delete(delete),
        )
}

async fn list(State(app): State<Arc<App>>, Path(plan): Path<String>, query: Query) -> Answer {
    let since = query::knowledge(&query)?;
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({
            "scheduled_transactions": schedules::list(scope, since)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

async fn one(State(app): State<Arc<App>>, Path((plan, id)): Path<(String, String)>) -> Answer {
    app.read(plan, move |scope| {
        Ok(Data::ok(
            json!({"scheduled_transaction": schedules::get(scope, &id)?}),
        ))
    })
    .await
}

async fn create(State(app): State<Arc<App>>, Path(plan): Path<String>, body: Body) -> Answer {
    let edit = body.one("scheduled_transaction", read_edit)?;
    app.write(plan, move |scope| {
        let id = schedules::create(scope, edit)?;
        Ok(Data::created(saved(scope, &schedules::get(scope, &id)?)?))
    })
    .await
}

async fn update(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    body: Body,
) -> Answer {
    let edit = body.one("scheduled_transaction", read_edit)?;
    app.write(plan, move |scope| {
        schedules::update(scope, &id, edit)?;
        Ok(Data::ok(saved(scope, &schedules::get(scope, &id)?)?))
    })
    .await
}

async fn delete(State(app): State<Arc<App>>, Path((plan, id)): Path<(String, String)>) -> Answer {
    app.write(plan, move |scope| {
        schedules::delete(scope, &id)?;
        Ok(Data::ok(saved(scope, &schedules::by_id(scope, &id)?)?))
    })
    .await
}

fn saved(scope: &Scope<'_>, row: &Value) -> rusqlite::Result<Value> {
    Ok(json!({"scheduled_transaction": row, "server_knowledge": scope.knowledge()?}))
}

/// Reads the fields of a schedule. Account and date are required even for a change, and a split cannot
/// be scheduled.
fn read_edit(fields: &mut Fields<'_>) -> ScheduleEdit {
    fields.refuse("subtransactions", "cannot be scheduled");
    ScheduleEdit {
        account_id: fields.required_uuid("account"),
        date: fields.required_date("date"),
        amount: fields.amount("amount"),
        payee_id: fields.uuid("payee"),
        payee_name: fields.text("payee_name", 200),
        category_id: fields.uuid("category"),
        memo: fields.text("memo", 500),
        flag_color: fields.flag_color(),
        frequency: fields.word("frequency", &FREQUENCIES),
    }
}
