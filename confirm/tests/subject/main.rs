//! Tests derived subjects from outside of the crate.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "they are only looked at"
)]

mod bound;
mod facts;
mod previews;
mod readme;
