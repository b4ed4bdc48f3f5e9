//! What a demo plan consists of, as data. Amounts are milliunits, outflows negative.

use crate::answer::Currency;

/// A plan. Keys are the stable part of ids: see [`super::ids`].
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) date_format: &'static str,
    pub(super) currency: fn() -> Currency,
    pub(super) accounts: &'static [Account],
    pub(super) groups: &'static [Group],
    pub(super) recurring: &'static [Recurring],
    pub(super) recent: &'static [Recent],
    pub(super) scheduled: &'static [Scheduled],
}

#[derive(Debug)]
pub(super) struct Account {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) on_budget: bool,
    pub(super) starting: i64,
    pub(super) note: Option<&'static str>,
}

impl Account {
    /// Whether it is a card, with a card payment category.
    pub(super) fn is_card(&self) -> bool {
        self.on_budget && matches!(self.kind, "creditCard" | "lineOfCredit")
    }
}

#[derive(Debug)]
pub(super) struct Group {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) categories: &'static [Category],
}

#[derive(Debug)]
pub(super) struct Category {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    /// Assigned every month.
    pub(super) monthly: i64,
    /// Assigned once more in the first month.
    pub(super) first: i64,
    pub(super) hidden: bool,
    pub(super) goal: Option<Goal>,
}

/// A target, as the app could have made it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    /// As much again each month.
    SetAside(i64),
    /// Up to as much each month.
    Refill(i64),
    /// As much for each Sunday.
    Weekly(i64),
    /// As much in all, some months from now.
    ByDate(i64, i32),
    /// As much in all, some day.
    Balance(i64),
}

/// A transaction that is to come.
#[derive(Debug)]
pub(super) struct Scheduled {
    pub(super) key: &'static str,
    /// The day of the month that it began on, in the plan's first month; of what happens once, the
    /// day it is due.
    pub(super) day: i8,
    pub(super) frequency: &'static str,
    pub(super) account: &'static str,
    pub(super) what: What,
    pub(super) amount: i64,
}

/// Something that happens again and again.
#[derive(Debug)]
pub(super) struct Recurring {
    pub(super) key: &'static str,
    /// Days of the month, at most 28.
    pub(super) days: &'static [i8],
    pub(super) when: When,
    pub(super) account: &'static str,
    pub(super) what: What,
    pub(super) amount: i64,
    /// The amount is at most this much off, by its id.
    pub(super) vary: i64,
    pub(super) memo: Option<&'static str>,
}

/// In which months.
#[derive(Debug, Clone, Copy)]
pub(super) enum When {
    Monthly,
    /// Every `every` months, last `ago` months ago.
    Every {
        every: i32,
        ago: i32,
    },
}

#[derive(Debug)]
pub(super) enum What {
    Income(&'static str),
    /// Payees in turn, one category.
    Spending(&'static [&'static str], &'static str),
    /// Lines of a split: category and per cent of the amount; the last takes what is left.
    Split(&'static str, &'static [(&'static str, i64)]),
    /// To another account; with a category if that is a tracking account.
    Transfer(&'static str, Option<&'static str>),
    /// Pays a card's balance at the end of the month before, whatever `amount` says.
    CardPayment(&'static str),
    /// On a tracking account: no category.
    Tracking(&'static str, Option<&'static str>),
}

/// Something of the last days, waiting for the user.
#[derive(Debug)]
pub(super) struct Recent {
    pub(super) key: &'static str,
    pub(super) days_ago: i32,
    pub(super) account: &'static str,
    pub(super) payee: &'static str,
    pub(super) category: Option<&'static str>,
    pub(super) amount: i64,
    pub(super) memo: Option<&'static str>,
    pub(super) approved: bool,
    pub(super) flag: Option<&'static str>,
}
