//! Short constructors that make a demo plan read as tables.

use super::shape::{Account, Category, Recent, Recurring, Scheduled, What, When};

pub(super) const fn account(
    key: &'static str,
    name: &'static str,
    kind: &'static str,
    on_budget: bool,
    starting: i64,
    note: Option<&'static str>,
) -> Account {
    Account {
        key,
        name,
        kind,
        on_budget,
        starting,
        note,
    }
}

pub(super) const fn monthly(key: &'static str, name: &'static str, monthly: i64) -> Category {
    Category {
        key,
        name,
        monthly,
        first: 0,
        hidden: false,
        goal: None,
    }
}

pub(super) const fn every(every: i32, ago: i32) -> When {
    When::Every { every, ago }
}

pub(super) const fn spending(payees: &'static [&'static str], category: &'static str) -> What {
    What::Spending(payees, category)
}

pub(super) const fn every_month(
    key: &'static str,
    days: &'static [i8],
    account: &'static str,
    what: What,
    amount: i64,
    vary: i64,
) -> Recurring {
    Recurring {
        key,
        days,
        when: When::Monthly,
        account,
        what,
        amount,
        vary,
        memo: None,
    }
}

/// Creates a transaction that recurs in some months only.
pub(super) const fn now_and_then(
    key: &'static str,
    days: &'static [i8],
    when: When,
    account: &'static str,
    what: What,
    amount: i64,
    vary: i64,
) -> Recurring {
    Recurring {
        key,
        days,
        when,
        account,
        what,
        amount,
        vary,
        memo: None,
    }
}

pub(super) const fn unseen(
    key: &'static str,
    days_ago: i32,
    account: &'static str,
    payee: &'static str,
    amount: i64,
    memo: Option<&'static str>,
) -> Recent {
    Recent {
        key,
        days_ago,
        account,
        payee,
        category: None,
        amount,
        memo,
        approved: false,
        flag: None,
    }
}

/// Creates a scheduled transaction on that day of the month.
pub(super) const fn bill(
    key: &'static str,
    day: i8,
    frequency: &'static str,
    account: &'static str,
    what: What,
    amount: i64,
) -> Scheduled {
    Scheduled {
        key,
        day,
        frequency,
        account,
        what,
        amount,
    }
}
