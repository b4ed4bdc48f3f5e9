//! Confirmed writes for MCP servers.

mod gate;
pub mod preview;
mod subject;
mod tool;

pub use self::{
    gate::{
        Confirmed, Evidence, Fallback, Gate, GateBuilder, Memory, Route, Settings, Store,
        StoreFuture, Watched, ask,
    },
    preview::{Preview, Text},
    subject::{Canonical, Fingerprint, Subject, Tier, Unconfirmed},
    tool::{Caller, Parameters, Principal, Reply, Status, Stop},
};
