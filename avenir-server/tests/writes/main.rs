//! Every tool that changes something, through the raw wire of the built server.

mod arguments;
#[path = "../common/mod.rs"]
mod common;
mod facts;
mod faults;
mod honest;
mod killed;
mod property;
mod questions;
mod races;
mod refused;
mod scenes;
mod talk;
mod undo;
