//! Confirmed writes for MCP servers.

#[doc(hidden)]
#[path = "derived.rs"]
pub mod __private;
mod gate;
pub mod preview;
mod subject;
mod tool;

pub use confirm_derive::Subject;

pub use self::{
    gate::{
        Confirmed, Evidence, Fallback, Gate, GateBuilder, Memory, Route, Settings, Store,
        StoreFuture, Watched, ask,
    },
    preview::{Preview, Row, Text},
    subject::{Canonical, Fingerprint, Subject, Tier, Unconfirmed},
    tool::{Caller, Parameters, Principal, Reply, Status, Stop},
};
