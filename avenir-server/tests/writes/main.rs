//! Tests of every tool that changes something, through raw connections to the built server.

mod answers;
mod arguments;
#[path = "../common/mod.rs"]
mod common;
mod facts;
mod faults;
mod halves;
mod histories;
mod honest;
mod killed;
mod locks;
mod property;
mod questions;
mod races;
mod recovery;
mod refused;
mod rules;
mod scenes;
mod talk;
mod undo;
