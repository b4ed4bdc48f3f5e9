//! Checks values that YNAB refuses, drops or changes silently, before anything is sent.
//!
//! For one bad row YNAB refuses a whole bulk with a bare 400, and it answers some changes with 200
//! without making them. A proposal checks each row here first, so that an error names the row.

use jiff::{ToSpan as _, civil::Date};

use crate::model::Transaction;

/// A rule that a value breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// Text that is too long for YNAB. The client does not cut text silently.
    #[error("{what} has {length} characters and YNAB keeps {most}: shorten it")]
    TooLong {
        /// The name of the text.
        what: &'static str,
        /// The number of its characters.
        length: usize,
        /// The most characters.
        most: usize,
    },
    /// Text with a NUL, for which YNAB answers 400.
    #[error("{what} holds a NUL character: leave it out")]
    Nul {
        /// The name of the text.
        what: &'static str,
    },
    /// A payee name that YNAB reserves.
    #[error(
        "{name:?} is a name of YNAB's own: for a transfer give the other account, for anything else another payee"
    )]
    InternalPayee {
        /// The reserved name with which it begins.
        name: &'static str,
    },
    /// Text that is not a date.
    #[error("not a date: use YYYY-MM-DD")]
    NoDate,
    /// A date more than one day after today, by UTC.
    #[error("the date is in the future: schedule it instead, or give a day up to {latest}")]
    Future {
        /// The latest allowed day.
        latest: Date,
    },
    /// A date more than five years before today.
    #[error("the date is over five years ago: YNAB takes none before {earliest}")]
    TooOld {
        /// The earliest allowed day.
        earliest: Date,
    },
    /// A category, date or amount for a split, which YNAB answers with 200 and ignores.
    #[error("it is split, so its lines carry categories and amounts: change it in YNAB itself")]
    Split,
    /// A category for a transfer.
    #[error("it is a transfer between accounts of the plan, which takes no category")]
    Transfer,
}

/// The names with which a payee's name must not begin.
const INTERNAL_PAYEES: [&str; 5] = [
    "Transfer : ",
    "Starting Balance",
    "Manual Balance Adjustment",
    "Reconciliation Balance Adjustment",
    "Debt Charge",
];

/// Checks every row, so that all problems are reported at once, each with the index of its row.
///
/// # Errors
///
/// Fails with every row that breaks a rule. Nothing must be sent then.
pub fn every<T>(
    rows: &[T],
    check: impl Fn(&T) -> Result<(), Broken>,
) -> Result<(), Vec<(usize, Broken)>> {
    let broken: Vec<(usize, Broken)> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| Some((index, check(row).err()?)))
        .collect();
    if broken.is_empty() {
        Ok(())
    } else {
        Err(broken)
    }
}

/// Checks the memo of a transaction or of a line.
///
/// # Errors
///
/// Fails for over 500 characters, or a NUL.
pub fn memo(text: &str) -> Result<(), Broken> {
    within(text, "the memo", 500)
}

/// Checks the payee's name in a transaction.
///
/// # Errors
///
/// Fails for over 200 characters, a NUL, or a reserved name.
pub fn payee_name(text: &str) -> Result<(), Broken> {
    within(text, "the payee's name", 200)?;
    not_internal(text)
}

fn not_internal(text: &str) -> Result<(), Broken> {
    let internal = INTERNAL_PAYEES
        .into_iter()
        .find(|name| text.starts_with(name));
    internal.map_or(Ok(()), |name| Err(Broken::InternalPayee { name }))
}

/// Checks the name of a category group.
///
/// # Errors
///
/// Fails for over 50 characters, or a NUL.
pub fn group_name(text: &str) -> Result<(), Broken> {
    within(text, "the group's name", 50)
}

/// Checks the name of a category. YNAB does not publish a limit for the length.
///
/// # Errors
///
/// Fails for a NUL.
pub fn category_name(text: &str) -> Result<(), Broken> {
    within(text, "the category's name", usize::MAX)
}

/// Checks the new name of a payee.
///
/// # Errors
///
/// Fails for over 500 characters, a NUL, or a reserved name.
pub fn renamed_payee(text: &str) -> Result<(), Broken> {
    within(text, "the payee's name", 500)?;
    not_internal(text)
}

/// Checks the date of a transaction that is created or changed. `today` is the UTC day. YNAB
/// accepts one day more, because east of UTC it may be tomorrow already.
///
/// # Errors
///
/// Fails if the text is not a date, or if the date is over one day after `today` or over five years
/// before `today`.
pub fn date(text: &str, today: Date) -> Result<(), Broken> {
    let date = day(text).ok_or(Broken::NoDate)?;
    let earliest = today.saturating_sub(5.years());
    let latest = today.saturating_add(1.day());
    if date > latest {
        Err(Broken::Future { latest })
    } else if date < earliest {
        Err(Broken::TooOld { earliest })
    } else {
        Ok(())
    }
}

/// Reads `YYYY-MM-DD`. Returns `None` for any other form of a date, and for a day that does not
/// exist.
#[must_use]
pub fn day(text: &str) -> Option<Date> {
    let is_shape = text.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    if text.len() == "YYYY-MM-DD".len() && is_shape {
        text.parse().ok()
    } else {
        None
    }
}

/// Checks that a transaction can have a category. Does not check whether the account is on the
/// budget.
///
/// # Errors
///
/// Fails for a split or a transfer.
pub fn takes_category(transaction: &Transaction) -> Result<(), Broken> {
    if transaction.is_split() {
        Err(Broken::Split)
    } else if transaction.transfer_account_id.is_some() {
        Err(Broken::Transfer)
    } else {
        Ok(())
    }
}

fn within(text: &str, what: &'static str, most: usize) -> Result<(), Broken> {
    let length = text.chars().count();
    if length > most {
        return Err(Broken::TooLong { what, length, most });
    }
    if text.contains('\0') {
        return Err(Broken::Nul { what });
    }
    Ok(())
}
