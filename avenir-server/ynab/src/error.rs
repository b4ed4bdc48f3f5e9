use std::error::Error as _;

/// Why YNAB did not answer with what was asked. Each text says what to do.
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
    /// 429: 200 requests an hour.
    #[error("YNAB's limit of 200 requests an hour is reached: wait and call again")]
    RateLimited,
    /// Another refusal.
    #[error("YNAB refused the request ({status}): {detail}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// YNAB's words.
        detail: String,
    },
    /// 5xx: whether something was done is not known.
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
}

impl Error {
    /// Whether it is certain that the request changed nothing.
    #[must_use]
    pub fn changed_nothing(&self) -> bool {
        match self {
            Self::Unauthorized
            | Self::Forbidden { .. }
            | Self::NotFound { .. }
            | Self::RateLimited
            | Self::Refused { .. }
            | Self::Unreachable { .. } => true,
            Self::Failed { .. } | Self::Lost { .. } | Self::Unreadable { .. } => false,
        }
    }

    pub(crate) fn from_status(status: u16, detail: String) -> Self {
        match status {
            401 => Self::Unauthorized,
            403 => Self::Forbidden { detail },
            404 => Self::NotFound { detail },
            429 => Self::RateLimited,
            500.. => Self::Failed { status },
            _ => Self::Refused { status, detail },
        }
    }

    pub(crate) fn from_transport(error: &reqwest::Error) -> Self {
        // The innermost cause is the one a person understands; the outer ones repeat the address.
        let mut cause: &dyn std::error::Error = error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        let detail = cause.to_string();
        if error.is_connect() || error.is_builder() {
            Self::Unreachable { detail }
        } else {
            Self::Lost { detail }
        }
    }

    pub(crate) fn unreadable(error: &reqwest::Error) -> Self {
        let detail = error
            .source()
            .map_or_else(|| error.to_string(), ToString::to_string);
        Self::Unreadable { detail }
    }
}
