//! Which day it is. Every date of the API is a UTC date.

use axum::http::HeaderValue;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan, tz::TimeZone};

/// Today, from the system's clock or fixed for tests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    fixed: Option<Date>,
}

impl Clock {
    pub(crate) fn new(fixed: Option<Date>) -> Self {
        Self { fixed }
    }

    pub(crate) fn today(self) -> Date {
        self.fixed
            .unwrap_or_else(|| TimeZone::UTC.to_datetime(Timestamp::now()).date())
    }

    /// Returns noon of the fixed day as an HTTP date. None where the clock runs.
    pub(crate) fn http_date(self) -> Option<HeaderValue> {
        let noon = self.fixed?.at(12, 0, 0, 0);
        let noon = noon.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
        noon.try_into().ok()
    }
}

/// The month of a date, as the API writes it: its first day.
pub(crate) fn month_of(date: Date) -> Date {
    date.first_of_month()
}

/// The month after a date's.
pub(crate) fn next_month(date: Date) -> Date {
    month_of(date).saturating_add(1.month())
}
