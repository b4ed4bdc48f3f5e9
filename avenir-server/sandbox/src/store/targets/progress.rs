//! The progress of a category towards its target in one month.

use jiff::ToSpan;
use jiff::civil::Date;

use super::{Target, WEEKLY, YEARLY};

/// The amounts of the month, as computed by SQL.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) month: Date,
    pub(super) budgeted: i64,
    pub(super) activity: i64,
    pub(super) balance: i64,
}

/// The progress in milliunits, except for the percentage and the number of months.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// The amount still to be assigned this month. A positive amount is a shortfall.
    pub(super) under_funded: Option<i64>,
    pub(super) funded: Option<i64>,
    pub(super) left: Option<i64>,
    pub(super) percentage: Option<i64>,
    /// The months until the target is due, including this month.
    pub(super) months: Option<i64>,
}

impl Progress {
    pub(super) fn of(target: &Target, facts: &Facts) -> Self {
        let before = facts.balance.saturating_sub(facts.budgeted);
        let carried = before.saturating_sub(facts.activity).max(0);
        if target.kind == "TB" {
            return Self::towards(target.amount, facts.balance, None, None);
        }
        if let Some(due) = target.due(facts.month) {
            let months = months_until(facts.month, due);
            let share = target.amount.saturating_sub(carried).max(0);
            let share = share.saturating_add(months - 1) / months;
            let missing = share.saturating_sub(facts.budgeted).max(0);
            return Self::towards(target.amount, facts.balance, Some(missing), Some(months));
        }
        let wanted = if target.cadence == WEEKLY {
            target.amount.saturating_mul(weeks(facts.month, target.day))
        } else {
            target.amount
        };
        // A refill counts the money that is already there; a set-aside does not.
        let there = match target.needs_whole_amount {
            Some(false) => facts.budgeted.saturating_add(carried),
            _ => facts.budgeted,
        };
        let missing = wanted.saturating_sub(there).max(0);
        Self::towards(wanted, there, Some(missing), Some(1))
    }

    fn towards(wanted: i64, there: i64, missing: Option<i64>, months: Option<i64>) -> Self {
        let funded = there.clamp(0, wanted);
        let per_cent = i128::from(funded) * 100 / i128::from(wanted.max(1));
        Self {
            under_funded: missing,
            funded: Some(funded),
            left: Some(wanted - funded),
            percentage: i64::try_from(per_cent).ok(),
            months,
        }
    }
}

impl Target {
    /// Returns the date by which the whole amount is needed, as seen from `month`. A yearly target
    /// is due every year after its creation.
    fn due(&self, month: Date) -> Option<Date> {
        if self.date.is_some() || self.cadence != YEARLY {
            return self.date;
        }
        let mut due = self.creation_month.saturating_add(11.months());
        while due < month {
            due = due.saturating_add(1.year());
        }
        Some(due)
    }
}

fn months_until(month: Date, due: Date) -> i64 {
    let months = |date: Date| i64::from(date.year()) * 12 + i64::from(date.month());
    (months(due) - months(month) + 1).max(1)
}

/// Returns how often the weekday occurs in the month. 0 is Sunday.
fn weeks(month: Date, day: Option<i64>) -> i64 {
    let wanted = day.unwrap_or(0);
    let weekday = |date: &Date| i64::from(date.weekday().to_sunday_zero_offset());
    let days = month
        .series(1.day())
        .take_while(|date| date.month() == month.month());
    let count = days.filter(|date| weekday(date) == wanted).count();
    i64::try_from(count).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn target(cadence: i64) -> Target {
        Target {
            kind: "NEED".to_owned(),
            amount: 120_000,
            date: None,
            needs_whole_amount: Some(true),
            cadence,
            cadence_frequency: Some(1),
            day: None,
            creation_month: date(2026, 1, 1),
        }
    }

    /// A month with 20 carried over, 50 assigned and 10 spent.
    const FACTS: Facts = Facts {
        month: Date::constant(2026, 3, 1),
        budgeted: 50_000,
        activity: -10_000,
        balance: 60_000,
    };

    fn missing(target: &Target) -> Option<i64> {
        Progress::of(target, &FACTS).under_funded
    }

    #[test]
    fn each_kind_misses_something_else() {
        assert_eq!(missing(&target(1)), Some(70_000), "set aside");
        let refill = Target {
            needs_whole_amount: Some(false),
            ..target(1)
        };
        assert_eq!(missing(&refill), Some(50_000), "what is there counts");
        // March 2026 has five Sundays.
        assert_eq!(missing(&target(2)), Some(550_000));
        // December is the tenth month from here, so a tenth of 100 is needed each month.
        assert_eq!(missing(&target(13)), Some(0));
        let by_may = Target {
            date: Some(date(2026, 5, 20)),
            ..target(0)
        };
        let progress = Progress::of(&by_may, &FACTS);
        assert_eq!((progress.under_funded, progress.months), (Some(0), Some(3)));
        assert_eq!(progress.percentage, Some(50));
        let now = Target {
            date: Some(date(2026, 3, 20)),
            ..target(0)
        };
        assert_eq!(missing(&now), Some(50_000));
        let balance = Target {
            kind: "TB".to_owned(),
            ..target(0)
        };
        let progress = Progress::of(&balance, &FACTS);
        assert_eq!((progress.under_funded, progress.left), (None, Some(60_000)));
    }
}
