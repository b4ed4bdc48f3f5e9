//! The request log, the hourly limit and the faults, applied before every request.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{self, Body};
use axum::extract::{ConnectInfo, Request as HttpRequest, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::connection::Connection;
use crate::failure::Failure;
use crate::fault::{CannedAnswer, Fault, Moment, Request, Strike};

const HOUR: Duration = Duration::from_secs(60 * 60);
/// The oldest requests are dropped first.
const MAX_LOGGED: usize = 10_000;
const MAX_LOGGED_BODY: usize = 64 * 1024;
/// Larger than any body the API accepts.
const MAX_BODY: usize = 16 * 1024 * 1024;

/// The requests, faults and rate limit of one server, kept in memory only.
#[derive(Debug)]
pub(crate) struct RequestLog {
    limit: Option<u32>,
    state: Mutex<RequestLogState>,
}

#[derive(Debug, Default)]
struct RequestLogState {
    log: VecDeque<Request>,
    faults: Vec<Fault>,
    /// The times at which the requests of the last hour arrived.
    hour: VecDeque<Instant>,
}

impl RequestLog {
    pub(crate) fn new(limit: Option<u32>) -> Self {
        Self {
            limit,
            state: Mutex::default(),
        }
    }

    pub(crate) fn inject(&self, fault: Fault) {
        self.lock().faults.push(fault);
    }

    pub(crate) fn mend(&self) {
        self.lock().faults.clear();
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.lock().log.iter().cloned().collect()
    }

    pub(crate) fn forget_requests(&self) {
        self.lock().log.clear();
    }

    fn log(&self, request: Request) {
        let mut state = self.lock();
        if state.log.len() == MAX_LOGGED {
            state.log.pop_front();
        }
        state.log.push_back(request);
    }

    fn strike(&self, method: &str, path: &str) -> Option<Strike> {
        let mut state = self.lock();
        let strike = state
            .faults
            .iter_mut()
            .find_map(|fault| fault.meet(method, path));
        state.faults.retain(|fault| !fault.is_over());
        strike
    }

    /// Counts a request in the rolling hour. Returns false if the request exceeds the limit.
    fn counts_within_limit(&self, now: Instant) -> bool {
        let Some(limit) = self.limit else {
            return true;
        };
        let mut state = self.lock();
        while state
            .hour
            .front()
            .is_some_and(|&at| now.duration_since(at) >= HOUR)
        {
            state.hour.pop_front();
        }
        let fits = state.hour.len() < limit as usize;
        if fits {
            state.hour.push_back(now);
        }
        fits
    }

    fn lock(&self) -> MutexGuard<'_, RequestLogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Applies faults to a request, and logs it with its status.
pub(super) async fn log_and_strike(
    State(request_log): State<Arc<RequestLog>>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    request: HttpRequest,
    next: Next,
) -> Response {
    if is_control(&request) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let Ok(bytes) = body::to_bytes(body, MAX_BODY).await else {
        return Failure::bad("the body could not be read, or is too large").into_response();
    };
    let mut logged = Request {
        connection: connection.number,
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        body: String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_LOGGED_BODY)]).into_owned(),
        status: None,
    };
    let strike = request_log.strike(&logged.method, &logged.path);
    let carry_out = next.run(HttpRequest::from_parts(parts, Body::from(bytes)));
    let answer = match strike {
        None => Some(carry_out.await),
        Some(Strike::Delay(Moment::Before, time)) => {
            tokio::time::sleep(time).await;
            Some(carry_out.await)
        }
        Some(Strike::Delay(Moment::After, time)) => {
            let answer = carry_out.await;
            tokio::time::sleep(time).await;
            Some(answer)
        }
        Some(Strike::Drop(moment)) => {
            if moment == Moment::After {
                carry_out.await;
            }
            None
        }
        Some(Strike::Answer(canned)) => {
            if canned.moment() == Moment::After {
                carry_out.await;
            }
            Some(canned.into_response())
        }
    };
    logged.status = answer.as_ref().map(|answer| answer.status().as_u16());
    request_log.log(logged);
    answer.unwrap_or_else(|| {
        connection.cut();
        Response::default()
    })
}

/// Refuses requests over the hourly limit.
pub(super) async fn keep_to_limit(
    State(request_log): State<Arc<RequestLog>>,
    request: HttpRequest,
    next: Next,
) -> Response {
    if is_control(&request) || request_log.counts_within_limit(Instant::now()) {
        next.run(request).await
    } else {
        Failure::TooManyRequests.into_response()
    }
}

fn is_control(request: &HttpRequest) -> bool {
    request.uri().path().starts_with("/control/")
}

impl IntoResponse for CannedAnswer {
    fn into_response(self) -> Response {
        let (status, headers, body) = self.parts();
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = match body {
            Some(body) => (
                status,
                [(header::CONTENT_TYPE, "application/json")],
                body.to_owned(),
            )
                .into_response(),
            None => Failure::Injected(status).into_response(),
        };
        for (name, value) in headers {
            if let (Ok(name), Ok(value)) =
                (name.parse::<HeaderName>(), value.parse::<HeaderValue>())
            {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hour_rolls() {
        let request_log = RequestLog::new(Some(2));
        let start = Instant::now();
        let later = |minutes: u64| start + Duration::from_secs(minutes * 60);
        assert!(request_log.counts_within_limit(later(0)));
        assert!(request_log.counts_within_limit(later(30)));
        assert!(
            !request_log.counts_within_limit(later(59)),
            "two in the hour before"
        );
        assert!(
            request_log.counts_within_limit(later(60)),
            "the first is an hour old"
        );
        assert!(!request_log.counts_within_limit(later(61)));
        assert!(request_log.counts_within_limit(later(90)));
    }
}
