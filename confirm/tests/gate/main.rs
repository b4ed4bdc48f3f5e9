//! Tests the gate as a client sees it. A scripted person plays whole conversations with a small
//! server over a pipe, and the tests read the messages as raw JSON. The clock is tokio's and
//! paused, so ten minutes pass at once.

#![allow(missing_docs, unreachable_pub)]

mod answers;
mod automatic;
mod bindings;
mod capabilities;
mod changes;
mod codes;
mod cool_down;
mod endings;
mod events;
mod failures;
mod last_check;
mod over_http;
mod races;
mod settings;
mod shop;
mod stores;
mod texts;
mod tiers;
mod twice;
