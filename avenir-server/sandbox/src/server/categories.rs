//! `/plans/{plan_id}/categories`, and the amounts of one category in a month.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, patch, post};
use serde_json::{Value, json};

use super::app::{Answer, App, Data};
use super::body::{Body, Fields};
use super::query::{self, Query};
use crate::clock::month_of;
use crate::failure::Failure;
use crate::store::arrange::{self, CategoryEdit};
use crate::store::targets::TargetEdit;
use crate::store::{Scope, categories, months};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/categories", get(list).post(create))
        .route("/categories/{category_id}", get(one).patch(update))
        .route("/category_groups", post(create_group))
        .route("/category_groups/{category_group_id}", patch(rename_group))
        .route(
            "/months/{month}/categories/{category_id}",
            get(in_month).patch(assign),
        )
}

async fn list(State(app): State<Arc<App>>, Path(plan): Path<String>, query: Query) -> Answer {
    let since = query::knowledge(&query)?;
    app.read(plan, move |scope| {
        Ok(Data::ok(json!({
            "category_groups": categories::grouped(scope, since)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

async fn one(State(app): State<Arc<App>>, Path((plan, id)): Path<(String, String)>) -> Answer {
    app.read(plan, move |scope| {
        let category = categories::get(scope, &id, month_of(scope.today))?;
        Ok(Data::ok(json!({"category": category})))
    })
    .await
}

async fn in_month(
    State(app): State<Arc<App>>,
    Path((plan, month, id)): Path<(String, String, String)>,
) -> Answer {
    app.read(plan, move |scope| {
        let category = categories::get(scope, &id, months::find(scope, &month)?)?;
        Ok(Data::ok(json!({"category": category})))
    })
    .await
}

/// Sets the assigned amount to exactly `budgeted`. Other fields are ignored.
async fn assign(
    State(app): State<Arc<App>>,
    Path((plan, month, id)): Path<(String, String, String)>,
    body: Body,
) -> Answer {
    let budgeted = body.one("category", |fields| fields.required_amount("budgeted"))?;
    app.write(plan, move |scope| {
        let month = months::find(scope, &month)?;
        categories::assign(scope, &id, month, budgeted)?;
        Ok(Data::ok(json!({
            "category": categories::get(scope, &id, month)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

async fn create(State(app): State<Arc<App>>, Path(plan): Path<String>, body: Body) -> Answer {
    let edit = body.one("category", read_edit)?;
    app.write(plan, move |scope| {
        let id = arrange::create_category(scope, edit)?;
        Ok(Data::created(saved(scope, &id)?))
    })
    .await
}

async fn update(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    body: Body,
) -> Answer {
    let edit = body.one("category", read_edit)?;
    app.write(plan, move |scope| {
        arrange::update_category(scope, &id, edit)?;
        Ok(Data::ok(saved(scope, &id)?))
    })
    .await
}

async fn create_group(State(app): State<Arc<App>>, Path(plan): Path<String>, body: Body) -> Answer {
    let name = read_group_name(&body)?;
    app.write(plan, move |scope| {
        let id = arrange::create_group(scope, &name)?;
        Ok(Data::created(saved_group(scope, &id)?))
    })
    .await
}

async fn rename_group(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    body: Body,
) -> Answer {
    let name = read_group_name(&body)?;
    app.write(plan, move |scope| {
        arrange::rename_group(scope, &id, &name)?;
        Ok(Data::ok(saved_group(scope, &id)?))
    })
    .await
}

/// `budgeted` is ignored here, as on YNAB, and so is the kind of a target.
fn read_edit(fields: &mut Fields<'_>) -> CategoryEdit {
    CategoryEdit {
        name: fields.filled_text("name", 200),
        note: fields.text("note", 500),
        category_group_id: fields.uuid("category_group"),
        target: TargetEdit {
            target: fields.amount("goal_target"),
            date: fields.date("goal_target_date"),
            needs_whole_amount: fields.flag("goal_needs_whole_amount"),
            frequency: fields.word("goal_frequency", &["monthly", "weekly", "yearly"]),
        },
    }
}

fn read_group_name(body: &Body) -> Result<String, Failure> {
    body.one("category_group", |fields| fields.required_text("name", 50))
}

fn saved(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    Ok(json!({
        "category": categories::get(scope, id, month_of(scope.today))?,
        "server_knowledge": scope.knowledge()?,
    }))
}

fn saved_group(scope: &Scope<'_>, id: &str) -> Result<Value, Failure> {
    Ok(json!({
        "category_group": categories::get_group(scope, id)?,
        "server_knowledge": scope.knowledge()?,
    }))
}
