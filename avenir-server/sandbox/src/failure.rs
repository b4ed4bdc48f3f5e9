//! Error responses in YNAB's format: `{"error": {"id", "name", "detail"}}`.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A refused or failed request.
#[derive(Debug)]
pub(crate) enum Failure {
    /// 400: the request does not parse or breaks a rule; nothing was saved.
    BadRequest(String),
    /// 401: the token is missing or wrong.
    Unauthorized,
    /// 404.1: the address does not exist.
    NotFound,
    /// 404.2: the address is valid, but the row does not exist.
    ResourceNotFound,
    /// 409: the account already has a row with this import id.
    Conflict(String),
    /// 429: more requests in an hour than the limit.
    TooManyRequests,
    /// Any status that a test asked for.
    Injected(StatusCode),
    /// 500: the sandbox itself failed.
    Internal(String),
}

impl Failure {
    pub(crate) fn bad(detail: impl Into<String>) -> Self {
        Self::BadRequest(detail.into())
    }

    /// Returns the failure for an error response that axum created without a body of YNAB's.
    pub(crate) fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => Self::NotFound,
            _ if status.is_client_error() => Self::bad("the request could not be understood"),
            _ => Self::Internal("the sandbox failed".to_owned()),
        }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        match error {
            rusqlite::Error::QueryReturnedNoRows => Self::ResourceNotFound,
            other => Self::Internal(format!("the sandbox's database failed: {other}")),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, id, name, detail) = match &self {
            Self::BadRequest(detail) => (
                StatusCode::BAD_REQUEST,
                "400",
                "bad_request",
                detail.as_str(),
            ),
            Self::Unauthorized => (
                StatusCode::UNAUTHORIZED,
                "401",
                "unauthorized",
                "Unauthorized",
            ),
            Self::NotFound => (StatusCode::NOT_FOUND, "404.1", "not_found", "Not Found"),
            Self::ResourceNotFound => (
                StatusCode::NOT_FOUND,
                "404.2",
                "resource_not_found",
                "Resource not found",
            ),
            Self::Conflict(detail) => (StatusCode::CONFLICT, "409", "conflict", detail.as_str()),
            Self::TooManyRequests => (
                StatusCode::TOO_MANY_REQUESTS,
                "429",
                "too_many_requests",
                "Too many requests",
            ),
            Self::Injected(status) => (*status, status.as_str(), "injected", "Injected by a test"),
            Self::Internal(detail) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "500",
                "internal_server_error",
                detail.as_str(),
            ),
        };
        let error = Reason { id, name, detail };
        (status, Json(Body { error })).into_response()
    }
}

/// The error body. A struct keeps YNAB's field order, which matters to a client that compares the text.
#[derive(Serialize)]
struct Body<'a> {
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    id: &'a str,
    name: &'a str,
    detail: &'a str,
}

/// The broken rules of one request, each with the index of its row.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    /// The index of the row being checked, or `None` if the request has a single row.
    pub(crate) index: Option<usize>,
    found: Vec<String>,
}

impl Problems {
    pub(crate) fn add(&mut self, problem: impl AsRef<str>) {
        let problem = problem.as_ref();
        self.found.push(match self.index {
            Some(index) => format!("{problem} (index: {index})"),
            None => problem.to_owned(),
        });
    }

    /// Returns one 400 that names every problem, or `value` if no rule is broken.
    pub(crate) fn or<T>(self, value: T) -> Result<T, Failure> {
        if self.found.is_empty() {
            Ok(value)
        } else {
            Err(Failure::bad(self.found.join(", ")))
        }
    }
}
