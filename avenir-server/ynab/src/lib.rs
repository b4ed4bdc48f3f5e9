//! The typed client for YNAB.
//!
//! Two doors lead out of this crate, both on [`Client`]: the `get`s read, and
//! [`write`](Client::write) takes a [`Confirmed`](confirm::Confirmed) change. The HTTP client and
//! the token are private to it, so that nothing else can write.
//!
//! Amounts are [`Milliunits`] everywhere: integers, thousandths of the plan's currency unit.

pub mod change;
mod client;
mod endpoint;
mod error;
mod http;
pub mod model;
mod money;
mod write;

pub use self::{
    change::{Change, Method, Step},
    client::{Client, TransactionQuery},
    endpoint::{Endpoint, EndpointError},
    error::Error,
    money::{Decimal, Milliunits, MoneyError},
    write::{Outcome, Writing},
};
