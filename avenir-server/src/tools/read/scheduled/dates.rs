//! The days on which a schedule falls.

use avenir_ynab::model::ScheduledTransaction;
use jiff::{Span, ToSpan as _, civil::Date};

/// Returns the days of a schedule from `since` to `until`, both included, in order. Returns an
/// empty list if the next date cannot be read.
pub(super) fn between(schedule: &ScheduledTransaction, since: Date, until: Date) -> Vec<Date> {
    let Ok(next) = schedule.date_next.parse::<Date>() else {
        return Vec::new();
    };
    // The first date gives the day of the month. A shorter month has its last day instead.
    let first = schedule.date_first.parse().unwrap_or(next).min(next);
    let mut days = vec![next];
    for start in starts(first, &schedule.frequency) {
        let from = next.max(since);
        days.extend(repeated(start, &schedule.frequency, from, until));
    }
    days.retain(|day| *day >= next.max(since) && *day <= until);
    days.sort_unstable();
    days.dedup();
    days
}

/// Returns the days that a schedule is counted from. "Twice a month" falls on the day of the first
/// date and 15 days later.
fn starts(first: Date, frequency: &str) -> Vec<Date> {
    match frequency {
        "twiceAMonth" => vec![first, first.saturating_add(15.days())],
        _ => vec![first],
    }
}

/// Returns the days of a schedule up to `until`; the first few may be before `from`. Each day is
/// counted from the start, so that the 31st comes back after a February.
fn repeated(start: Date, frequency: &str, from: Date, until: Date) -> impl Iterator<Item = Date> {
    let step: Option<Span> = match frequency {
        "daily" => Some(1.day()),
        "weekly" => Some(7.days()),
        "everyOtherWeek" => Some(14.days()),
        "every4Weeks" => Some(28.days()),
        "monthly" | "twiceAMonth" => Some(1.month()),
        "everyOtherMonth" => Some(2.months()),
        "every3Months" => Some(3.months()),
        "every4Months" => Some(4.months()),
        "twiceAYear" => Some(6.months()),
        "yearly" => Some(12.months()),
        "everyOtherYear" => Some(24.months()),
        // The schedule falls once, or its word is newer than this code. Only the next date is sure.
        _ => None,
    };
    step.into_iter().flat_map(move |step| {
        // Skip the days before `from` in one step, because a daily schedule may be centuries old.
        (steps_before(start, step, from)..)
            .map_while(move |n| start.checked_add(step * n).ok())
            .take_while(move |day| *day <= until)
    })
}

/// Returns how many steps from `start` do not pass `from`. The number may be a few less, because
/// months are of unequal length.
fn steps_before(start: Date, step: Span, from: Date) -> i64 {
    let months = |date: Date| i64::from(date.year()) * 12 + i64::from(date.month());
    let (between, each) = match step.get_months() {
        0 => ((from - start).get_days().into(), step.get_days().into()),
        step => (months(from) - months(start) - 1, step.into()),
    };
    (between / i64::max(each, 1)).max(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn days(first: &str, next: &str, frequency: &str, until: &str) -> Vec<String> {
        let schedule = json!({
            "id": "s", "date_first": first, "date_next": next, "frequency": frequency,
        });
        let schedule = serde_json::from_value(schedule).unwrap();
        let since = "2026-01-01".parse().unwrap();
        let days = between(&schedule, since, until.parse().unwrap());
        days.iter().map(Date::to_string).collect()
    }

    /// The cases: first date, next date, frequency, last day of the period, expected days.
    #[rustfmt::skip] // a table: one line a case
    const CASES: [(&str, &str, &str, &str, &str); 18] = [
        ("2025-10-31", "2026-01-31", "monthly", "2026-04-30", "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
        ("2026-01-05", "2026-01-05", "never", "2027-01-01", "2026-01-05"),
        ("2026-01-05", "2026-01-05", "lunar", "2027-01-01", "2026-01-05"),
        ("2026-01-05", "2026-01-05", "weekly", "2026-01-19", "2026-01-05 2026-01-12 2026-01-19"),
        ("2026-01-05", "2026-01-19", "everyOtherWeek", "2026-02-02", "2026-01-19 2026-02-02"),
        ("2026-01-01", "2026-01-01", "every4Weeks", "2026-02-25", "2026-01-01 2026-01-29"),
        ("2025-12-01", "2026-01-01", "twiceAMonth", "2026-02-16", "2026-01-01 2026-01-16 2026-02-01 2026-02-16"),
        ("2025-01-15", "2026-01-15", "everyOtherMonth", "2026-05-15", "2026-01-15 2026-03-15 2026-05-15"),
        ("2026-01-15", "2026-01-15", "every3Months", "2026-12-01", "2026-01-15 2026-04-15 2026-07-15 2026-10-15"),
        ("2026-01-15", "2026-01-15", "every4Months", "2026-12-01", "2026-01-15 2026-05-15 2026-09-15"),
        ("2026-01-15", "2026-01-15", "twiceAYear", "2026-12-01", "2026-01-15 2026-07-15"),
        ("2024-02-29", "2026-02-28", "yearly", "2028-03-01", "2026-02-28 2027-02-28 2028-02-29"),
        ("2024-02-29", "2026-02-28", "everyOtherYear", "2028-03-01", "2026-02-28 2028-02-29"),
        ("2026-01-30", "2026-01-30", "daily", "2026-02-01", "2026-01-30 2026-01-31 2026-02-01"),
        // A day before the period is left out. A next date that was moved keeps its day once.
        ("2025-12-01", "2025-12-01", "monthly", "2026-02-01", "2026-01-01 2026-02-01"),
        ("2025-12-01", "2026-01-03", "monthly", "2026-02-01", "2026-01-03 2026-02-01"),
        ("", "2026-01-03", "monthly", "2026-02-03", "2026-01-03 2026-02-03"),
        ("2026-01-03", "", "monthly", "2026-02-03", ""),
    ];

    #[test]
    fn every_frequency() {
        for (first, next, frequency, until, expected) in CASES {
            let days = days(first, next, frequency, until).join(" ");
            assert_eq!(days, expected, "{frequency}");
        }
    }
}
