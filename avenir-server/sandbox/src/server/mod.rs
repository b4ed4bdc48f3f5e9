//! The HTTP side: which request asks what of the store.

mod accounts;
mod auth;
mod body;
mod categories;
mod control;
mod empty;
mod months;
mod payees;
mod plans;
mod query;
mod schedules;
mod transactions;
mod user;
mod watch;
mod wire;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, middleware};
use serde_json::Value;

use self::watch::Watch;
pub(crate) use self::wire::{Wire, Wires};
use crate::answer::Money;
use crate::clock::Clock;
use crate::failure::Failure;
use crate::store::plans::Plan;
use crate::store::{Access, Database, Prepared, Scope};

/// What every request can reach.
#[derive(Debug)]
pub(crate) struct App {
    database: Arc<Database>,
    token: String,
    clock: Clock,
    pub(crate) watch: Watch,
}

/// The answer to a request: the contents of `data`, with 200, or a failure.
type Answer = Result<Data, Failure>;

/// The whole API under `/v1`. Old clients say `/budgets`, and are answered with the old keys.
/// `control` also opens the control route, which is neither logged nor counted.
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
            Arc::clone(&app),
            watch::keep_to_limit,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            auth::require_token,
        ))
        .layer(middleware::map_response(speak_ynab))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            watch::log_and_strike,
        ))
        .layer(middleware::map_response_with_state(
            Arc::clone(&app),
            say_the_date,
        ))
        .with_state(app)
}

impl App {
    pub(crate) fn new(database: Database, token: String, clock: Clock, limit: Option<u32>) -> Self {
        Self {
            database: Arc::new(database),
            token,
            clock,
            watch: Watch::new(limit),
        }
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    pub(crate) async fn open_plan(&self, plan: &str) -> Result<(), String> {
        let opened = self.write(plan.to_owned(), |scope| Ok(scope.plan.open(&scope.db)?));
        opened.await.map_err(|failure| format!("{failure:?}"))
    }

    /// Answers from a snapshot of one plan.
    async fn read<T: Send + 'static>(
        &self,
        plan: String,
        work: impl FnOnce(&Scope<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.in_plan(plan, Access::Read, work).await
    }

    /// Changes one plan, wholly or not at all.
    async fn write<T: Send + 'static>(
        &self,
        plan: String,
        work: impl FnOnce(&Scope<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.in_plan(plan, Access::Write, work).await
    }

    async fn in_plan<T: Send + 'static>(
        &self,
        plan: String,
        access: Access,
        work: impl FnOnce(&Scope<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (database, today) = (Arc::clone(&self.database), self.clock.today());
        off_the_runtime(move || {
            database.run(today, access, |db| {
                let plan = Plan::find(db, &plan)?;
                let money = Money::Full(plan.currency.clone());
                work(&Scope {
                    db: Prepared(db),
                    plan,
                    money,
                    today,
                })
            })
        })
        .await
    }

    /// Answers from every plan, each with its own scope.
    async fn read_all(
        &self,
        form: impl Fn(&Scope<'_>) -> Result<Value, Failure> + Send + 'static,
    ) -> Result<Vec<Value>, Failure> {
        let (database, today) = (Arc::clone(&self.database), self.clock.today());
        off_the_runtime(move || {
            database.run(today, Access::Read, |db| {
                let scope = |plan: Plan| {
                    let money = Money::Full(plan.currency.clone());
                    form(&Scope {
                        db: Prepared(db),
                        plan,
                        money,
                        today,
                    })
                };
                Plan::all(db)?.into_iter().map(scope).collect()
            })
        })
        .await
    }
}

/// SQL blocks, so it runs on a thread of its own; a panic in it becomes an answer.
async fn off_the_runtime<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Failure::Internal("the sandbox panicked".to_owned())))
}

/// A success: what stands in `data`.
struct Data(StatusCode, Value);

impl Data {
    fn ok(value: Value) -> Self {
        Self(StatusCode::OK, value)
    }

    fn created(value: Value) -> Self {
        Self(StatusCode::CREATED, value)
    }
}

impl IntoResponse for Data {
    fn into_response(self) -> Response {
        (self.0, Json(HashMap::from([("data", self.1)]))).into_response()
    }
}

/// Gives the errors that axum makes by itself (no such route, a path that is not UTF-8) YNAB's body.
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

/// Dates an answer by the sandbox's clock where that is fixed; else the HTTP library dates it.
async fn say_the_date(State(app): State<Arc<App>>, mut response: Response) -> Response {
    if let Some(date) = app.clock.http_date() {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_an_answer() {
        let answer = off_the_runtime::<()>(|| panic!("on purpose")).await;
        assert!(matches!(answer, Err(Failure::Internal(_))));
    }
}
