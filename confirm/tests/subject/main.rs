//! What derived subjects are, from outside of the crate.

#![allow(missing_docs, unreachable_pub)]

mod readme;
