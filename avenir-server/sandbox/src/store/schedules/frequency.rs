//! Frequencies of scheduled transactions.

use jiff::civil::Date;
use jiff::{Span, ToSpan};

/// The frequencies by YNAB's names.
pub(crate) const FREQUENCIES: [&str; 13] = [
    "never",
    "daily",
    "weekly",
    "everyOtherWeek",
    "twiceAMonth",
    "every4Weeks",
    "monthly",
    "everyOtherMonth",
    "every3Months",
    "every4Months",
    "twiceAYear",
    "yearly",
    "everyOtherYear",
];

/// Returns the first occurrence after `after`, or `None` for a schedule that happens once. Occurrences
/// are counted from the first date, so the 31st returns after a February. Twice a month means the day
/// of the first date and 15 days later.
pub(crate) fn next(first: Date, frequency: &str, after: Date) -> Option<Date> {
    if after < first {
        return Some(first);
    }
    if frequency == "twiceAMonth" {
        let one = next(first, "monthly", after)?;
        let other = next(first.saturating_add(15.days()), "monthly", after)?;
        return Some(one.min(other));
    }
    let step: Span = match frequency {
        "daily" => 1.day(),
        "weekly" => 7.days(),
        "everyOtherWeek" => 14.days(),
        "every4Weeks" => 28.days(),
        "monthly" => 1.month(),
        "everyOtherMonth" => 2.months(),
        "every3Months" => 3.months(),
        "every4Months" => 4.months(),
        "twiceAYear" => 6.months(),
        "yearly" => 12.months(),
        "everyOtherYear" => 24.months(),
        _ => return None,
    };
    // Stop after more than two centuries of days, because the calendar ends.
    (1..=100_000)
        .map(|n| first.saturating_add(step * n))
        .find(|&date| date > after)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn every_frequency_comes_back() {
        let first = date(2026, 1, 31);
        for (frequency, expected) in [
            ("daily", date(2026, 2, 1)),
            ("weekly", date(2026, 2, 7)),
            ("everyOtherWeek", date(2026, 2, 14)),
            ("twiceAMonth", date(2026, 2, 15)),
            ("every4Weeks", date(2026, 2, 28)),
            ("monthly", date(2026, 2, 28)),
            ("everyOtherMonth", date(2026, 3, 31)),
            ("every3Months", date(2026, 4, 30)),
            ("every4Months", date(2026, 5, 31)),
            ("twiceAYear", date(2026, 7, 31)),
            ("yearly", date(2027, 1, 31)),
            ("everyOtherYear", date(2028, 1, 31)),
        ] {
            assert_eq!(next(first, frequency, first), Some(expected), "{frequency}");
            assert_eq!(next(first, frequency, date(2025, 12, 1)), Some(first));
        }
        assert_eq!(next(first, "never", first), None);
        assert_eq!(next(first, "never", date(2026, 1, 1)), Some(first));
        assert_eq!(
            next(first, "monthly", date(2026, 2, 28)),
            Some(date(2026, 3, 31))
        );
    }
}
