//! Confirmed writes for MCP servers.

#[doc(hidden)]
#[path = "derived.rs"]
pub mod __private;
pub mod preview;
mod subject;

pub use self::{
    preview::{Preview, Row, Text},
    subject::{Canonical, Fingerprint, Subject, Tier, Unconfirmed},
};

pub use confirm_derive::Subject;
