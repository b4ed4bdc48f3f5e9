//! Every tool that changes something, through the raw wire of the built server.

#[path = "../common/mod.rs"]
mod common;
mod facts;
mod questions;
mod refused;
mod talk;
mod undo;
