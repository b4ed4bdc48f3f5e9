//! A YNAB-compatible HTTP API on SQLite, for demos and tests.
//!
//! The sandbox serves version 1 of YNAB's API (specification 1.86) on loopback, with realistic
//! [demo plans](demo) whose dates follow today and whose ids never change. Money is integer
//! milliunits. Balances, activity and Ready to Assign are not stored: SQL computes them from the rows.
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
//! A [`Store::File`] can be changed from a second SQLite connection while it is served. Balances
//! follow and the server knowledge grows, because SQL computes both from the rows.
//!
//! # For tests of clients
//!
//! [`Running::inject`] adds a fault: it closes the connection before or after the request is carried
//! out, delays the request or its response, or replaces the response. [`Running::requests`] returns
//! the request log. A test in another process uses the control route, which only
//! [`Options::control`] opens. Requests over [200 in an hour](HOURLY_LIMIT) get 429, unless
//! [`Options::hourly_limit`] sets another limit. [`Running::open_plan`] changes `last-used`.
//!
//! # Choices of the sandbox
//!
//! YNAB's documentation does not specify these rules, and a client should not depend on them.
//!
//! - In a category overspent by cash and by card, cash takes the money first, so the shortfall is
//!   attributed to card spending first. With several cards the first account is funded first.
//! - Assigning in a later month does not lower the Ready to Assign of the current month.
//! - `age_of_money` is always null.
//! - A plan has the months from its first to the month after the current; others are not found.
//! - `last-used` is the plan with the greatest `last_used` in the database; `default` is not found.
//! - An unknown id in a path gets 404.2, whatever its form; in a body it gets 400 with the index.
//! - Null for a field that cannot be empty counts as not sent.
//! - A payee is found by its exact name. After a rename, its transactions are not part of a delta.
//! - A transaction without a category has `category_id` null and `category_name` "Uncategorized".
//!   Setting the Uncategorized category and setting null have the same effect.
//! - The group "Credit Card Payments" is not `internal`.
//! - Memo, flag, approval and cleared status of a transfer's two sides are independent.
//! - The import id of a deleted transaction may be used again.
//! - An import is merged into the nearest row that the user entered with the same account and amount
//!   at most ten days apart. The row keeps its id and the user's values, takes the import id, waits
//!   for approval, and gets a `matched_transaction_id` that does not name a row. A split is never
//!   merged.
//! - A scheduled transaction is entered unapproved on its day, with the schedule's id and the date as
//!   its id. A schedule that happens once is then deleted. Twice a month means the day of the first
//!   date and 15 days later. A PUT leaves absent fields unchanged and restarts the schedule at the
//!   date sent. A schedule with `subtransactions` is refused.
//! - The amount of a target must be positive. A new target is NEED, set aside each month; on a card
//!   payment category it is MF, or TBD with a date. A weekly target is due on Sundays, and a yearly
//!   target a year after its creation. The amount left until a date is spread evenly over the months,
//!   rounded up. Loans are not paired with categories, so DEBT never occurs. Any date is accepted.
//! - A third decimal is rounded in `_formatted` and kept in `_currency`.
//!
//! # Differences from YNAB
//!
//! The sandbox is not a copy of YNAB's service: it has one token, one user, no OAuth and no bank
//! connections. It is not affiliated with YNAB.

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
