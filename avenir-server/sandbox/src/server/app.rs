//! The state that every request shares, and the form of a successful answer.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::request_log::RequestLog;
use crate::answer::Money;
use crate::clock::Clock;
use crate::failure::Failure;
use crate::store::plans::Plan;
use crate::store::{Access, Database, Prepared, Scope};

/// The state that every request shares.
#[derive(Debug)]
pub(crate) struct App {
    database: Arc<Database>,
    token: String,
    pub(super) clock: Clock,
    pub(crate) request_log: Arc<RequestLog>,
}

/// The result of a request: the contents of `data`, or a failure.
pub(super) type Answer = Result<Data, Failure>;

impl App {
    pub(crate) fn new(database: Database, token: String, clock: Clock, limit: Option<u32>) -> Self {
        Self {
            database: Arc::new(database),
            token,
            clock,
            request_log: Arc::new(RequestLog::new(limit)),
        }
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    pub(crate) async fn open_plan(&self, plan: &str) -> Result<(), String> {
        let opened = self.write(plan.to_owned(), |scope| Ok(scope.plan.open(&scope.db)?));
        opened.await.map_err(|failure| format!("{failure:?}"))
    }

    /// Runs a read on a snapshot of one plan.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        plan: String,
        work: impl FnOnce(&Scope<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.in_plan(plan, Access::Read, work).await
    }

    /// Runs a change of one plan, which is applied wholly or not at all.
    pub(super) async fn write<T: Send + 'static>(
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

    /// Runs a read on every plan, each with its own scope.
    pub(super) async fn read_all(
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

/// Runs SQL, which blocks, on a blocking thread, and turns a panic into an error response.
async fn off_the_runtime<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Failure::Internal("the sandbox panicked".to_owned())))
}

/// A success: its status and the contents of `data`.
pub(super) struct Data(StatusCode, Value);

impl Data {
    pub(super) fn ok(value: Value) -> Self {
        Self(StatusCode::OK, value)
    }

    pub(super) fn created(value: Value) -> Self {
        Self(StatusCode::CREATED, value)
    }
}

impl IntoResponse for Data {
    fn into_response(self) -> Response {
        (self.0, Json(HashMap::from([("data", self.1)]))).into_response()
    }
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
