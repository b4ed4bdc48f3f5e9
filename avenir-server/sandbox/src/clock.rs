//! Today's date and the months around it. Every date of the API is a UTC date.

use axum::http::HeaderValue;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan, tz::TimeZone};

/// The source of today's date: the system's clock, or a date fixed for tests.
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

/// Returns the first day of the date's month, which is how the API writes a month.
pub(crate) fn month_of(date: Date) -> Date {
    date.first_of_month()
}

/// Returns the first day of the month after the date's month.
pub(crate) fn next_month(date: Date) -> Date {
    month_of(date).saturating_add(1.month())
}
