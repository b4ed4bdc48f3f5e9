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
mod running;
mod shapes;
mod transfers;
