use std::time::Duration;

use crate::{bounds::LARGEST_ANSWER, foreign::Foreign};

/// An error of a request to YNAB. The text says what to do if the caller can do something. A quote
/// in the text is one line of visible characters, bounded and without the token.
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
    /// 404: the plan does not exist, or does not have the object.
    #[error(
        "YNAB does not find what was asked for ({detail}): check the ids, list_plans gives those of plans"
    )]
    NotFound {
        /// YNAB's words.
        detail: String,
    },
    /// The requests of the hour are used up, by this client's count or by YNAB's answer 429.
    #[error("the limit of requests an hour is reached: {}", wait_for(*.wait))]
    RateLimited {
        /// The time after which another try may succeed, if it is known.
        wait: Option<Duration>,
    },
    /// An operation needs more requests than the hour has left. None of them was sent.
    #[error("this needs {needed} requests and {left} are left of this hour: {}", wait_for(Some(*.wait)))]
    NotEnough {
        /// The requests of the operation.
        needed: usize,
        /// The requests that are left.
        left: usize,
        /// The time after which there are enough.
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
    /// 5xx, a redirect, or a reported time-out (408). The request may have been applied.
    #[error("YNAB failed ({status}): call again later")]
    Failed {
        /// The HTTP status.
        status: u16,
    },
    /// No connection was made, so nothing was sent.
    #[error("YNAB cannot be reached ({detail}): check the network, then call again")]
    Unreachable {
        /// The failure.
        detail: String,
    },
    /// The request was sent, and the answer did not arrive or broke off.
    #[error("YNAB's answer was lost ({detail})")]
    Lost {
        /// The failure.
        detail: String,
    },
    /// The answer does not match the API's description.
    #[error("YNAB's answer could not be read ({detail})")]
    Unreadable {
        /// The failure.
        detail: String,
    },
    /// The answer is larger than the bound.
    #[error("YNAB's answer is larger than {} MB, so it was not read", LARGEST_ANSWER / 1024 / 1024)]
    TooLarge,
    /// YNAB answered with success, but the answer does not show the values that were sent.
    #[error("YNAB answered with other values than were sent")]
    Ignored,
    /// An id that cannot be part of an address. Nothing was sent.
    #[error("{id} is not an id of YNAB's: take ids as the tools give them")]
    NoId {
        /// The id's first characters, in quotes.
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
    /// Returns the kind of the error as one word for a log, without any text from elsewhere.
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

    /// Returns whether the request certainly changed nothing.
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

    /// Returns whether YNAB has certainly finished with the request, so that the plan shows the
    /// final result. YNAB may still work on a request whose answer was lost, or whose failure has
    /// another status than 500.
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
            // A 408 may come from a proxy after YNAB got the request.
            400..=499 if status != 408 => Self::Refused { status, detail },
            _ => Self::Failed { status },
        }
    }

    pub(crate) fn from_transport(error: &reqwest::Error, foreign: &Foreign) -> Self {
        // Show the innermost cause: the outer ones only repeat the address.
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
