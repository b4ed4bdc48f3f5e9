//! The sandbox over real HTTP, as a client sees it.

mod amounts;
mod arranging;
mod assigning;
mod creates;
mod delta;
mod demo;
mod edits;
mod errors;
mod faults;
mod file;
mod harness;
mod imports;
mod laws;
mod openapi;
mod properties;
mod running;
mod schedules;
mod shapes;
mod targets;
mod transfers;
