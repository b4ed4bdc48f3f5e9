//! Confirmed writes for MCP servers: nothing is written until a person has agreed to exactly that
//! change, once.
//!
//! A tool works out what it *would* change, as data: a [`Subject`], held by an [`Unconfirmed`].
//! [`ask`](ask()) shows the change to the person by whatever means the MCP client has. It returns a
//! [`Confirmed`], or the reason why the change was not confirmed. The function that writes takes a
//! `Confirmed` by value, so a write that skips the question does not compile.
//!
//! The `Confirmed` holds the change that was shown. An answer is bound to the fields of the change,
//! to every text that was shown and to its type, and is refused for a change that differs in one of
//! them. The function that writes must take everything that it writes from the `Confirmed`. [The
//! manual](manual::_2_what_is_bound) states exactly what is bound.
//!
//! ```text
//!  arguments -> propose -> Unconfirmed<S> -> ask -> Confirmed<S> -> the one function that writes
//!               (reads)    (the change,       |     (not forged,
//!                           as data)          |      used once)
//!                                             |
//!                              route:   who can be asked, and how
//!                              answer:  what the person answered
//!                              binding: whether it is still the same change
//! ```
//!
//! # In a tool
//!
//! ```
//! # use confirm::{Caller, Confirmed, Gate, Parameters, Reply, Stop, Subject, Unconfirmed};
//! # use rmcp::{tool, tool_router};
//! # #[derive(Subject)]
//! # #[subject(question("Delete {name}?"))]
//! # struct Delete { name: String }
//! # #[derive(serde::Deserialize, schemars::JsonSchema)]
//! # struct Args { name: String }
//! # #[derive(serde::Serialize, schemars::JsonSchema)]
//! # struct Deleted { left: usize }
//! # struct Server { gate: Gate }
//! # #[tool_router]
//! # impl Server {
//! #[tool(output_schema = Reply::<Deleted>::schema())]
//! async fn delete_thing(&self, Parameters(args, caller): Parameters<Args>) -> Reply<Deleted> {
//!     Reply(self.ask_and_delete(args, caller).await)
//! }
//! # }
//! # impl Server {
//!
//! async fn ask_and_delete(&self, args: Args, caller: Caller) -> Result<Deleted, Stop> {
//!     let confirmed = confirm::ask(&self.gate, caller, || self.propose(&args)).await?;
//!     Ok(self.delete(confirmed))
//! }
//! # async fn propose(&self, args: &Args) -> Result<Unconfirmed<Delete>, Stop> {
//! #     Ok(Unconfirmed::new("things", Delete { name: args.name.clone() }))
//! # }
//! # fn delete(&self, change: Confirmed<Delete>) -> Deleted { Deleted { left: 0 } }
//! # }
//! ```
//!
//! The [`manual`] describes how a change is confirmed, step by step, what an answer is bound to and
//! why, and how to build and test a server of your own.
//!
//! # Modules
//!
//! - `subject`: changes as data, with their canonical form and fingerprint ([`Subject`],
//!   [`Unconfirmed`]).
//! - [`preview`]: what the person is shown, and how text of unknown origin is made safe.
//! - `gate`: the question, the answer, and everything that an answer is bound to ([`ask()`],
//!   [`Gate`]).
//! - `tool`: the parameters and results of a `#[tool]` function ([`Parameters`], [`Caller`],
//!   [`Reply`], [`Stop`]).
//! - `catalogue`: the texts that people read, in other languages ([`Catalogue`]).
//! - `http`: a layer that holds each HTTP session to its principal (feature `http`).
//! - `derived`: the functions that derived code calls; not public API.
//! - [`manual`]: the manual. Start with [your own
//!   server](manual::_6_your_own_server_in_ten_minutes).
//!
//! # Limits
//!
//! - A client that answers for its user. Code in the same process can play the client too, because
//!   the SDK's request types are public.
//! - `unsafe` code and hostile dependencies.
//! - A preview written by hand that shows something other than the change.
//! - Letters of other scripts that look alike.
//! - A person who does not read: a code proves that a preview was made, not that a person read it.

// Derived code names the crate `::confirm`, also in the tests of this crate.
#[cfg(test)]
extern crate self as confirm;

#[doc(hidden)]
#[path = "derived.rs"]
pub mod __private;
mod catalogue;
mod gate;
#[cfg(feature = "http")]
pub mod http;
pub mod manual;
pub mod preview;
mod subject;
mod tool;

#[doc = include_str!("subject/derive.md")]
pub use confirm_derive::Subject;

pub use self::{
    catalogue::{Catalogue, CatalogueError},
    gate::{
        CancelOnDisconnect, Confirmed, Decision, Disclosure, Evidence, Fallback, Gate, GateBuilder,
        Language, MemoryStore, Outcome, Route, Settings, SettingsError, Store, StoreFuture, ask,
    },
    preview::{Preview, Row, Text},
    subject::{Canonical, Fingerprint, Subject, Tier, Unconfirmed},
    tool::{Caller, Parameters, Principal, Progress, Reply, Status, Stop, annotate, annotations},
};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
