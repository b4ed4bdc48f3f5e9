//! What YNAB refuses, drops or changes in silence, to be told before anything is sent.
//!
//! One bad row makes YNAB refuse a whole bulk with a bare 400, and some changes are answered with
//! 200 and not made. Whoever proposes a change checks each row here first, and says which it is.

use jiff::{ToSpan as _, civil::Date};

use crate::model::Transaction;

/// The rule that a value breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// Text that YNAB does not keep whole. Nothing is cut in silence.
    #[error("{what} has {length} characters and YNAB keeps {most}: shorten it")]
    TooLong {
        /// What it is.
        what: &'static str,
        /// Its characters.
        length: usize,
        /// The most there may be.
        most: usize,
    },
    /// Text with a NUL, which YNAB answers with 400.
    #[error("{what} holds a NUL character: leave it out")]
    Nul {
        /// What it is.
        what: &'static str,
    },
    /// A payee's name that YNAB keeps for itself.
    #[error(
        "{name:?} is a name of YNAB's own: for a transfer give the other account, for anything else another payee"
    )]
    InternalPayee {
        /// The internal name it begins with.
        name: &'static str,
    },
    /// A date that is none.
    #[error("the date is none: write YYYY-MM-DD")]
    NoDate,
    /// A date after today.
    #[error("the date is in the future: schedule it instead, or give a day up to {latest}")]
    Future {
        /// The latest day.
        latest: Date,
    },
    /// A date that YNAB finds too long ago.
    #[error("the date is over five years ago: YNAB takes none before {earliest}")]
    TooOld {
        /// The earliest day.
        earliest: Date,
    },
    /// A category, date or amount for a split, which YNAB answers with 200 and ignores.
    #[error("it is split, so its lines carry categories and amounts: change it in YNAB itself")]
    Split,
    /// A category for a transfer.
    #[error("it is a transfer between accounts of the plan, which takes no category")]
    Transfer,
}

/// Names that a payee's must not begin with.
const INTERNAL_PAYEES: [&str; 5] = [
    "Transfer : ",
    "Starting Balance",
    "Manual Balance Adjustment",
    "Reconciliation Balance Adjustment",
    "Debt Charge",
];

/// Checks every row, so that all problems are told at once, each with the index of its row.
///
/// # Errors
///
/// Every row that breaks a rule; then nothing must be sent.
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

/// The memo of a transaction or of a line.
///
/// # Errors
///
/// Over 500 characters, or with a NUL.
pub fn memo(text: &str) -> Result<(), Broken> {
    within(text, "the memo", 500)
}

/// The payee's name in a transaction.
///
/// # Errors
///
/// Over 200 characters, with a NUL, or one of YNAB's own.
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

/// The name of a group of categories.
///
/// # Errors
///
/// Over 50 characters, or with a NUL.
pub fn group_name(text: &str) -> Result<(), Broken> {
    within(text, "the group's name", 50)
}

/// The name of a category. YNAB publishes no limit of its length.
///
/// # Errors
///
/// With a NUL.
pub fn category_name(text: &str) -> Result<(), Broken> {
    within(text, "the category's name", usize::MAX)
}

/// The name of a payee itself.
///
/// # Errors
///
/// Over 500 characters, with a NUL, or one of YNAB's own.
pub fn renamed_payee(text: &str) -> Result<(), Broken> {
    within(text, "the payee's name", 500)?;
    not_internal(text)
}

/// Checks the date of a transaction that is created or changed. `today` is the UTC day. YNAB takes one
/// day more, since east of UTC it is tomorrow already.
///
/// # Errors
///
/// If the text is not a date, or the date is over one day after `today` or over five years before it.
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

/// `YYYY-MM-DD` and nothing else that a parser of dates may take, and a day that exists.
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

/// Whether a transaction on an account of the budget can be given a category.
///
/// # Errors
///
/// A split or a transfer.
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
