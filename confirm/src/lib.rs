//! Confirmed writes for MCP servers.

// Derived code says `::confirm`, also in the tests in here.
#[cfg(test)]
extern crate self as confirm;

#[doc(hidden)]
#[path = "derived.rs"]
pub mod __private;
pub mod preview;
mod subject;

pub use self::{
    preview::{Preview, Row, Text},
    subject::{Canonical, Fingerprint, Subject, Tier, Unconfirmed},
};

#[doc = include_str!("subject/derive.md")]
pub use confirm_derive::Subject;
