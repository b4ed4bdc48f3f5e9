use std::time::Duration;

use crate::{bounds::LARGEST_ANSWER, foreign::Foreign};

/// Why YNAB did not answer with what was asked. Each text says what to do; what it quotes is one
/// line of visible characters, bounded and without the token.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// 401: the token is wrong or was revoked.
    #[error(
        "YNAB does not accept the token: make a new one in YNAB's developer settings and set YNAB_API_KEY"
    )]
    Unauthorized,
    /// 403: the subscription or the token's scope does not allow it.
    #[error("YNAB does not allow this: {detail}")]
    Forbidden {
        /// YNAB's words.
        detail: String,
    },
    /// 404: there is no such thing in the plan, or no such plan.
    #[error(
        "YNAB does not find what was asked for ({detail}): check the ids, list_plans gives those of plans"
    )]
    NotFound {
        /// YNAB's words.
        detail: String,
    },
    /// The hour's requests are used up: by this client's own count, or YNAB answered 429.
    #[error("the limit of requests an hour is reached: {}", wait_for(*.wait))]
    RateLimited {
        /// When it is worth another try, as far as that is known.
        wait: Option<Duration>,
    },
    /// An operation needs more requests than are left of the hour; none of them was sent.
    #[error("this needs {needed} requests and {left} are left of this hour: {}", wait_for(Some(*.wait)))]
    NotEnough {
        /// Requests of the operation.
        needed: usize,
        /// Requests that are left.
        left: usize,
        /// When there will be enough.
        wait: Duration,
    },
    /// Another refusal.
    #[error("YNAB refused the request ({status}): {detail}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// YNAB's words.
        detail: String,
    },
    /// 5xx, a redirect, or a time-out that YNAB reports: whether something was done is not known.
    #[error("YNAB failed ({status}): call again later")]
    Failed {
        /// The HTTP status.
        status: u16,
    },
    /// No connection was made, so nothing was sent.
    #[error("YNAB cannot be reached ({detail}): check the network, then call again")]
    Unreachable {
        /// What failed.
        detail: String,
    },
    /// The request went out and no answer came back.
    #[error("YNAB's answer was lost ({detail})")]
    Lost {
        /// What failed.
        detail: String,
    },
    /// The answer is not what the API's description says.
    #[error("YNAB's answer could not be read ({detail})")]
    Unreadable {
        /// What failed.
        detail: String,
    },
    /// The answer is larger than any of YNAB's.
    #[error("YNAB's answer is larger than {} MB, so it was not read", LARGEST_ANSWER / 1024 / 1024)]
    TooLarge,
    /// YNAB said yes, and its answer shows other values than were sent.
    #[error("YNAB answered with other values than were sent")]
    Ignored,
    /// An id that no address can hold. Nothing was sent.
    #[error("{id} is not an id of YNAB's: take ids as the tools give them")]
    NoId {
        /// Its first characters, in quotes.
        id: String,
    },
}

fn wait_for(wait: Option<Duration>) -> String {
    match wait.map(|wait| wait.as_secs().div_ceil(60)) {
        None => "wait and call again".to_owned(),
        Some(0 | 1) => "call again in a minute".to_owned(),
        Some(minutes @ ..=60) => format!("call again in {minutes} minutes"),
        Some(_) => "call again in an hour".to_owned(),
    }
}

impl Error {
    /// Returns what kind of error it is, as one word for a log: it holds no text of anybody's.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unauthorized => "unauthorized",
            Self::Forbidden { .. } => "forbidden",
            Self::NotFound { .. } => "not_found",
            Self::RateLimited { .. } => "rate_limited",
            Self::NotEnough { .. } => "not_enough_requests",
            Self::Refused { .. } => "refused",
            Self::Failed { .. } => "failed",
            Self::Unreachable { .. } => "unreachable",
            Self::Lost { .. } => "lost",
            Self::Unreadable { .. } => "unreadable",
            Self::TooLarge => "too_large",
            Self::Ignored => "ignored",
            Self::NoId { .. } => "not_an_id",
        }
    }

    /// Whether it is certain that the request changed nothing.
    #[must_use]
    pub fn changed_nothing(&self) -> bool {
        match self {
            Self::Unauthorized
            | Self::Forbidden { .. }
            | Self::NotFound { .. }
            | Self::RateLimited { .. }
            | Self::NotEnough { .. }
            | Self::Refused { .. }
            | Self::Unreachable { .. }
            | Self::NoId { .. } => true,
            Self::Failed { .. }
            | Self::Lost { .. }
            | Self::Unreadable { .. }
            | Self::TooLarge
            | Self::Ignored => false,
        }
    }

    /// Whether YNAB has certainly done with the request, so that what it shows now is final. A
    /// request whose connection broke may still be worked on.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Self::Lost { .. } => false,
            Self::Failed { status } => *status == 500,
            _ => true,
        }
    }

    pub(crate) fn from_status(status: u16, detail: String, wait: Option<Duration>) -> Self {
        match status {
            401 => Self::Unauthorized,
            403 => Self::Forbidden { detail },
            404 => Self::NotFound { detail },
            429 => Self::RateLimited { wait },
            // 408 may come from something between here and YNAB, after YNAB got the request.
            400..=499 if status != 408 => Self::Refused { status, detail },
            _ => Self::Failed { status },
        }
    }

    pub(crate) fn from_transport(error: &reqwest::Error, foreign: &Foreign) -> Self {
        // The innermost cause is the one a person understands; the outer ones repeat the address.
        let mut cause: &dyn std::error::Error = error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        let detail = foreign.line(&cause.to_string());
        if error.is_connect() || error.is_builder() {
            Self::Unreachable { detail }
        } else {
            Self::Lost { detail }
        }
    }

    pub(crate) fn unreadable(error: &serde_json::Error, foreign: &Foreign) -> Self {
        Self::Unreadable {
            detail: foreign.line(&error.to_string()),
        }
    }
}
