//! Which day it is. Every date of the API is a UTC date.

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
}

/// The month of a date, as the API writes it: its first day.
pub(crate) fn month_of(date: Date) -> Date {
    date.first_of_month()
}

/// The month after a date's.
pub(crate) fn next_month(date: Date) -> Date {
    month_of(date).saturating_add(1.month())
}
