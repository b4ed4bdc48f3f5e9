//! Confirmed writes for MCP servers.

pub mod preview;
mod subject;



pub use self::{
    preview::{Preview, Text},
    subject::{Canonical, Fingerprint, Subject, Tier, Unconfirmed},
};
