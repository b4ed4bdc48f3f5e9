//! The parts of YNAB's answers that are used.
//!
//! Reading is tolerant, so that one odd row does not make all others unreadable:
//!
//! - Unknown fields are ignored. Words such as an account's kind or a transaction's `cleared` are
//!   text, so a new word is passed on unchanged.
//! - If a promised value is null or missing, it becomes the empty value: empty text, an empty list,
//!   false, zero. Only ids, and the date of a month, are required.
//! - An empty flag, import id or transfer account of a payee becomes `None`, as YNAB means the
//!   empty text.
//! - Half a surrogate pair in a text becomes U+FFFD.

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
