//! The data of a demo plan. Amounts are milliunits; outflows are negative.

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
    /// Returns whether the account is a card, which has a card payment category.
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
    /// The amount assigned every month.
    pub(super) monthly: i64,
    /// The amount assigned in addition in the first month.
    pub(super) first: i64,
    pub(super) hidden: bool,
    pub(super) goal: Option<Goal>,
}

/// A target, as the app could have made it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    /// The amount is set aside each month.
    SetAside(i64),
    /// The balance is refilled to the amount each month.
    Refill(i64),
    /// The amount is set aside for each Sunday.
    Weekly(i64),
    /// The balance reaches the amount in the given number of months.
    ByDate(i64, i32),
    /// The balance reaches the amount, without a date.
    Balance(i64),
}

/// A scheduled transaction.
#[derive(Debug)]
pub(super) struct Scheduled {
    pub(super) key: &'static str,
    /// The day of the first occurrence, in the plan's first month. For a schedule that happens once,
    /// the day it is due.
    pub(super) day: i8,
    pub(super) frequency: &'static str,
    pub(super) account: &'static str,
    pub(super) what: What,
    pub(super) amount: i64,
}

/// A recurring transaction of the history.
#[derive(Debug)]
pub(super) struct Recurring {
    pub(super) key: &'static str,
    /// Days of the month, at most 28.
    pub(super) days: &'static [i8],
    pub(super) when: When,
    pub(super) account: &'static str,
    pub(super) what: What,
    pub(super) amount: i64,
    /// The largest deviation from `amount`, which the row's id determines.
    pub(super) vary: i64,
    pub(super) memo: Option<&'static str>,
}

/// The months in which a transaction recurs.
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
    /// Spending in one category, with the payees in turn.
    Spending(&'static [&'static str], &'static str),
    /// A split: each line has a category and a percentage, and the last line takes the rest.
    Split(&'static str, &'static [(&'static str, i64)]),
    /// A transfer to another account, with a category if that is a tracking account.
    Transfer(&'static str, Option<&'static str>),
    /// A payment of the card's balance at the end of the previous month. `amount` is ignored.
    CardPayment(&'static str),
    /// A row on a tracking account, which has no category.
    Tracking(&'static str, Option<&'static str>),
}

/// A transaction of the last days that waits for the user.
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
