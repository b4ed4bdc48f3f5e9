//! Generation of a demo plan's transactions for a given day.

use jiff::ToSpan;
use jiff::civil::Date;

use super::ids;
use super::shape::{Account, Plan, Recent, Recurring, Scheduled, What, When};
use crate::store::schedules;

/// The number of months of history before the current month.
pub(super) const HISTORY: i32 = 17;

/// A transaction that refers to accounts, payees and categories by key instead of id.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) account: &'static str,
    pub(super) date: Date,
    pub(super) amount: i64,
    pub(super) payee: Payee,
    pub(super) category: Option<&'static str>,
    pub(super) memo: Option<&'static str>,
    pub(super) approved: bool,
    pub(super) flag: Option<&'static str>,
    /// The id of the other side.
    pub(super) mirror: Option<String>,
    pub(super) lines: Vec<(&'static str, i64)>,
    pub(super) debt: Option<&'static str>,
    pub(super) starting: bool,
    pub(super) imported: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Payee {
    Named(&'static str),
    /// The account on the other side.
    Transfer(&'static str),
}

/// Returns the first month of a plan on that day.
pub(super) fn first_month(today: Date) -> Date {
    month_ago(today, HISTORY)
}

/// Returns the first and the next date of a schedule.
pub(super) fn dates(scheduled: &Scheduled, today: Date) -> (Date, Date) {
    let day = i64::from(scheduled.day - 1).days();
    let in_month = |ago: i32| month_ago(today, ago).saturating_add(day);
    if scheduled.frequency == "never" {
        // Keep the date at least a week away, so that the row stays scheduled for a while.
        let date = if in_month(0) > today.saturating_add(7.days()) {
            in_month(0)
        } else {
            in_month(-1)
        };
        return (date, date);
    }
    let first = in_month(HISTORY);
    let next = schedules::next(first, scheduled.frequency, today);
    (first, next.unwrap_or(first))
}

/// Returns all transactions of a plan on that day, oldest first.
pub(super) fn rows(plan: &Plan, today: Date) -> Vec<Row> {
    let first = first_month(today);
    let mut rows: Vec<Row> = plan
        .accounts
        .iter()
        .map(|account| starting(plan, account, first))
        .collect();
    for ago in (0..=HISTORY).rev() {
        for recurring in plan
            .recurring
            .iter()
            .filter(|recurring| recurring.when.is_due(ago))
        {
            for (nth, &day) in recurring.days.iter().enumerate() {
                let date = month_ago(today, ago).saturating_add(i64::from(day - 1).days());
                if date <= today {
                    occur(plan, recurring, ago, nth, date, &mut rows);
                }
            }
        }
    }
    rows.extend(
        plan.recent
            .iter()
            .map(|recent| just_now(plan, recent, today)),
    );
    rows.sort_by_key(|row| row.date);
    rows
}

impl When {
    fn is_due(self, months_ago: i32) -> bool {
        match self {
            Self::Monthly => true,
            Self::Every { every, ago } => months_ago % every == ago % every,
        }
    }
}

/// Adds the row of one occurrence, or the two rows of a transfer.
fn occur(
    plan: &Plan,
    recurring: &Recurring,
    ago: i32,
    nth: usize,
    date: Date,
    rows: &mut Vec<Row>,
) {
    let id = ids::occurrence(plan.key, recurring.key, ago, nth);
    let amount = match recurring.what {
        What::CardPayment(card) => owed(rows, card, date.first_of_month()),
        _ => recurring.amount + off_by(&id, recurring.vary, plan),
    };
    if amount == 0 {
        return;
    }
    let mut row = Row {
        memo: recurring.memo,
        ..Row::new(id, recurring.account, date, amount, Payee::Named(""))
    };
    match recurring.what {
        What::Income(payee) => {
            row.payee = Payee::Named(payee);
            row.category = Some(ids::INFLOW);
        }
        What::Spending(payees, category) => {
            let turn = nth + usize::try_from(ago).unwrap_or(0);
            row.payee = Payee::Named(payees[turn % payees.len()]);
            row.category = Some(category);
        }
        What::Split(payee, shares) => {
            row.payee = Payee::Named(payee);
            row.lines = share(amount, shares, plan);
        }
        What::Transfer(account, category) => {
            row.payee = Payee::Transfer(account);
            row.category = category;
        }
        What::CardPayment(card) => row.payee = Payee::Transfer(card),
        What::Tracking(payee, debt) => {
            row.payee = Payee::Named(payee);
            row.debt = debt;
        }
    }
    if let Payee::Transfer(account) = row.payee {
        let mirror = ids::mirror(&row.id);
        rows.push(Row {
            mirror: Some(row.id.clone()),
            ..Row::new(
                mirror.clone(),
                account,
                date,
                -amount,
                Payee::Transfer(row.account),
            )
        });
        row.mirror = Some(mirror);
    }
    rows.push(row);
}

fn starting(plan: &Plan, account: &Account, date: Date) -> Row {
    let id = ids::occurrence(plan.key, &format!("starting-{}", account.key), HISTORY, 0);
    let payee = Payee::Named("Starting Balance");
    Row {
        category: (account.on_budget && !account.is_card()).then_some(ids::INFLOW),
        starting: true,
        ..Row::new(id, account.key, date, account.starting, payee)
    }
}

fn just_now(plan: &Plan, recent: &Recent, today: Date) -> Row {
    let id = ids::recent(plan.key, recent.key);
    let date = today.saturating_sub(recent.days_ago.days());
    Row {
        category: recent.category,
        memo: recent.memo,
        approved: recent.approved,
        flag: recent.flag,
        imported: !recent.approved,
        ..Row::new(
            id,
            recent.account,
            date,
            recent.amount,
            Payee::Named(recent.payee),
        )
    }
}

impl Row {
    fn new(id: String, account: &'static str, date: Date, amount: i64, payee: Payee) -> Self {
        Self {
            id,
            account,
            date,
            amount,
            payee,
            category: None,
            memo: None,
            approved: true,
            flag: None,
            mirror: None,
            lines: Vec::new(),
            debt: None,
            starting: false,
            imported: false,
        }
    }
}

/// Returns the sum of a card's rows before that day. A negative sum is debt.
fn owed(rows: &[Row], card: &str, before: Date) -> i64 {
    rows.iter()
        .filter(|row| row.account == card && row.date < before)
        .map(|row| row.amount)
        .sum()
}

/// Returns a deviation of at most `vary`, in whole units of the currency. The same id always gives the
/// same deviation.
fn off_by(id: &str, vary: i64, plan: &Plan) -> i64 {
    let unit = smallest_unit(plan);
    let steps = vary / unit;
    let seed = id.bytes().fold(0_i64, |seed, byte| {
        (seed * 31 + i64::from(byte)) % 1_000_003
    });
    (seed % (2 * steps + 1) - steps) * unit
}

pub(super) fn share(
    amount: i64,
    shares: &'static [(&'static str, i64)],
    plan: &Plan,
) -> Vec<(&'static str, i64)> {
    let unit = smallest_unit(plan);
    let mut lines: Vec<_> = shares
        .iter()
        .map(|&(category, per_cent)| (category, amount * per_cent / 100 / unit * unit))
        .collect();
    let rest = amount - lines.iter().map(|line| line.1).sum::<i64>();
    if let Some(last) = lines.last_mut() {
        last.1 += rest;
    }
    lines
}

/// Returns the milliunits of the currency's smallest coin.
fn smallest_unit(plan: &Plan) -> i64 {
    10_i64.pow(3 - u32::from((plan.currency)().decimal_digits))
}

pub(super) fn month_ago(today: Date, months: i32) -> Date {
    today.first_of_month().saturating_sub(months.months())
}
