//! The typed client for YNAB.
//!
//! Two doors lead out of this crate, both on [`Client`]: the `get`s read, and
//! [`write`](Client::write) takes a [`Confirmed`](confirm::Confirmed) change. The HTTP client and
//! the token are private to it, so that nothing else can write.
//!
//! Amounts are [`Milliunits`] everywhere: integers, thousandths of the plan's currency unit.
//!
//! # What it does by itself
//!
//! - A read that finds no connection, loses its answer or gets a 5xx is tried again, at most twice
//!   and for at most ten seconds. A write is never sent a second time, not even after a refusal.
//! - Requests are counted, also across clones: what does not fit into the hour is refused here.
//!   [`Client::reserve`] sets requests aside, and a change of several requests sends the first only
//!   if all of them fit. YNAB's own 429 is believed: a `Retry-After` in seconds closes the hour.
//! - An id is looked at before it becomes a part of an address.
//! - Only the address of the [`Endpoint`] is contacted: no redirect is followed and no proxy is
//!   taken from the environment.
//! - The token is in no error, no log, no `Debug` and no answer, also where YNAB quotes it.
//! - What is read has bounds; see the README of `avenir-server`.

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
