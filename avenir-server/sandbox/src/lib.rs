//! A YNAB-compatible HTTP API on SQLite, for demos and tests.
//!
//! It speaks version 1 of YNAB's API (as of specification 1.86) on loopback, with believable
//! [demo plans](demo) whose dates follow today and whose ids never change. Money is integer
//! milliunits. No balance, activity or Ready to Assign is stored: SQL computes them from the rows.
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! use avenir_sandbox::{Options, Sandbox, Store};
//!
//! let sandbox = Sandbox::open(&Store::Memory, Options::default())?;
//! let running = sandbox.start(0).await?;
//! println!("{} with the token {}", running.base_url(), running.token());
//! running.shutdown().await;
//! # Ok(())
//! # }
//! ```
//!
//! A [`Store::File`] can be changed from a second SQLite connection while it is served: balances
//! follow and the server knowledge grows, because both are made by SQL from the rows.
//!
//! # For tests of clients
//!
//! [`Running::inject`] makes requests go wrong: the connection is closed before or after the request
//! is carried out, an answer waits, or is another one. [`Running::requests`] is the log of what came.
//! A test in another process does the same through the control route, which only
//! [`Options::control`] opens. More than [200 requests in an hour](HOURLY_LIMIT) get 429, unless
//! [`Options::hourly_limit`] says otherwise. [`Running::open_plan`] moves `last-used`.
//!
//! # What the sandbox had to choose
//!
//! YNAB's documentation leaves these open; a client should not depend on them.
//!
//! - A category overspent by cash and by card: cash takes its money first, so what is missing is
//!   card spending as far as there was any. Of several cards the first account is funded first.
//! - Assigning in a later month does not lower the Ready to Assign of this one.
//! - `age_of_money` is always null.
//! - A plan has the months from its first to the one after the current; others are not found.
//! - `last-used` is the plan with the greatest `last_used` in the database; `default` is not found.
//! - An unknown id in a path is 404.2 whatever its form; in a body it is 400, naming the index.
//! - Null for a field that cannot be empty counts as not sent.
//! - A payee is found by its exact name. A rename makes its transactions no part of a delta.
//! - A transaction without a category has `category_id` null and `category_name` "Uncategorized".
//!   Giving it the Uncategorized category, or none, is the same.
//! - The group "Credit Card Payments" is not `internal`.
//! - Memo, flag, approval and cleared status of a transfer's two sides are independent.
//! - The import id of a deleted transaction is free again.
//! - An import whose amount the user entered on the same account at most ten days apart is merged
//!   into that row, of several the nearest: the row keeps its id and what the user said, takes the
//!   import id, waits for approval, and has a `matched_transaction_id` that names no row. A split is
//!   never merged.
//! - What is scheduled is entered unapproved when its day comes, with the schedule's id and the date
//!   as its id; one that happens once is deleted then. Twice a month is the day of the first date
//!   and 15 days later. A PUT that leaves a field out leaves it as it is, and begins anew at its
//!   date. A schedule with `subtransactions` is refused.
//! - Targets: an amount must be positive. A new one is NEED, set aside each month; on a card payment
//!   category MF, and with a date TBD. A weekly one is due on Sundays, a yearly one a year after it
//!   was made. What a date leaves to assign is spread evenly over the months, rounded up. Loans are
//!   not paired with categories, so there is no DEBT. The date of a target can be any.
//! - A third decimal is rounded in `_formatted` and kept in `_currency`.
//!
//! # What it is not
//!
//! It is no copy of YNAB's service: one token, one user, no OAuth and no bank connections.
//! Not affiliated with YNAB.

#![allow(clippy::doc_markdown, reason = "SQLite is a name, not an item")]

mod answer;
mod clock;
pub mod demo;
mod failure;
mod fault;
mod sandbox;
mod server;
mod store;

pub use fault::{CannedAnswer, Fault, Moment, Request};
pub use jiff::civil::Date;
pub use sandbox::{DEFAULT_TOKEN, HOURLY_LIMIT, Options, Running, Sandbox};
pub use store::{OpenError, Store};
