//! The typed client for YNAB.
//!
//! [`Client`] has methods that read, and [`write`](Client::write), which takes a
//! [`Confirmed`](confirm::Confirmed) change. The HTTP client and the token are private to this
//! crate, so nothing else can write.
//!
//! All amounts are [`Milliunits`]: integers in thousandths of the plan's currency unit.
//!
//! # Behavior
//!
//! - A read that cannot connect, loses its answer or gets a 5xx is retried at most twice. A 429
//!   with a short `Retry-After` is retried too. A retry begins at most ten seconds after the read.
//!   A write is never sent a second time, not even after a refusal.
//! - All clones count their requests together, and requests that do not fit into the hour are
//!   refused here. [`Client::reserve`] reserves requests. A change of several requests sends the
//!   first only if all of them fit. After YNAB's own 429, its `Retry-After` in seconds stops
//!   further requests without a reservation.
//! - An id is checked before it becomes part of an address.
//! - Only the address of the [`Endpoint`] is contacted. Redirects are not followed, and proxies
//!   from the environment are not used.
//! - Errors, logs and `Debug` texts never contain the token, even if YNAB quotes the token. The
//!   whole token is removed from answers, unless it has fewer than eight letters and digits. Parts
//!   of the token in answers, and its Base64 or hexadecimal form, are not searched for.
//! - Answers are bounded; see the README of `avenir-server`.

mod bounds;
mod cache;
pub mod change;
mod characters;
mod client;
mod endpoint;
mod error;
mod foreign;
mod http;
mod list;
pub mod model;
mod money;
mod read_session;
pub mod rules;
mod settings;
mod write;

pub use self::{
    cache::Cached,
    change::{Change, Edit, Method, Step},
    characters::whole_characters,
    client::{Client, TransactionQuery},
    endpoint::{Endpoint, EndpointError},
    error::Error,
    money::{Decimal, Milliunits, MoneyError},
    settings::Settings,
    write::{Outcome, Writing},
};
