//! The HTTP routes, which translate requests into calls of the store.

mod accounts;
mod app;
mod auth;
mod body;
mod categories;
mod connection;
mod control;
mod empty;
mod months;
mod payees;
mod plans;
mod query;
mod request_log;
mod schedules;
mod transactions;
mod user;

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};

pub(crate) use self::app::App;
pub(crate) use self::connection::{Connection, ConnectionListener};
use crate::failure::Failure;

/// Creates the router of the whole API under `/v1`. Requests to the old `/budgets` get the old keys.
/// `control` adds the control route, whose requests are neither logged nor counted.
pub(crate) fn router(app: Arc<App>, control: bool) -> Router {
    let plan = Router::new()
        .merge(accounts::routes())
        .merge(categories::routes())
        .merge(empty::routes())
        .merge(months::routes())
        .merge(payees::routes())
        .merge(schedules::routes())
        .merge(transactions::routes());
    let control = if control {
        Router::new().nest("/control", control::routes())
    } else {
        Router::new()
    };
    Router::new()
        .merge(user::routes())
        .merge(control)
        .nest(
            "/v1/plans",
            plans::routes(&plans::PLANS).nest("/{plan_id}", plan.clone()),
        )
        .nest(
            "/v1/budgets",
            plans::routes(&plans::BUDGETS).nest("/{plan_id}", plan),
        )
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app.request_log),
            request_log::keep_to_limit,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            auth::require_token,
        ))
        .layer(middleware::map_response(speak_ynab))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app.request_log),
            request_log::log_and_strike,
        ))
        .layer(middleware::map_response_with_state(
            Arc::clone(&app),
            say_the_date,
        ))
        .with_state(app)
}

/// Replaces the body of axum's own errors (unknown route, path that is not UTF-8) by YNAB's.
async fn speak_ynab(response: Response) -> Response {
    let status = response.status();
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if status.is_success() || is_json {
        response
    } else {
        Failure::from_status(status).into_response()
    }
}

/// Dates a response by the sandbox's clock where that is fixed. The HTTP library dates the others.
async fn say_the_date(State(app): State<Arc<App>>, mut response: Response) -> Response {
    if let Some(date) = app.clock.http_date() {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}
