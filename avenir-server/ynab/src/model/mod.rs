//! What YNAB answers, as far as it is used.
//!
//! Reading is tolerant, so that one odd row does not hide all others:
//!
//! - Fields that are not known are ignored. Words such as an account's kind or a transaction's
//!   `cleared` are text, so a new one is passed on as it is.
//! - Null, or nothing at all, where the API promises a value is the empty value: no text, an empty
//!   list, false, zero. Only ids must be there.
//! - An empty flag or import id is none, as YNAB means it.
//! - Half a surrogate pair in a text is U+FFFD.

mod account;
mod category;
mod plan;
mod schedule;
mod tolerant;
mod transaction;

pub use self::{
    account::{Account, Payee},
    category::{Category, CategoryGroup, Month, MonthSummary},
    plan::{CurrencyFormat, Plan},
    schedule::{ScheduledLine, ScheduledTransaction},
    transaction::{SubTransaction, Transaction},
};
