//! The manual: how the library works, why it works that way, and how to use it.
//!
//! Read [your own server](_6_your_own_server_in_ten_minutes) first; it is a whole server on one
//! page. The other chapters:
//!
//! - [How a change is confirmed](_1_how_a_change_is_confirmed): the steps of one call, in order.
//! - [What is bound](_2_what_is_bound): what an answer and a code are bound to, and why.
//! - [Routes](_3_routes): how a person is asked for a call.
//! - [Batches](_4_batches): one question for many edits.
//! - [What can still go wrong](_5_what_can_still_go_wrong): the limits and all bounds.
//! - [Playing the person](_7_playing_the_person): how to test a confirmed tool.
//! - [Versions](_8_versions): which changes are breaking.
//! - [Over HTTP](_9_over_http): principals, sessions and gates.
//!
//! Tests compare the tables of the manual with the code.

#[path = "how.rs"]
pub mod _1_how_a_change_is_confirmed;

#[path = "bound.rs"]
pub mod _2_what_is_bound;

#[path = "routes.rs"]
pub mod _3_routes;

#[path = "batches.rs"]
pub mod _4_batches;

#[path = "limits.rs"]
pub mod _5_what_can_still_go_wrong;

#[path = "start.rs"]
pub mod _6_your_own_server_in_ten_minutes;

#[path = "person.rs"]
pub mod _7_playing_the_person;

#[path = "versions.rs"]
pub mod _8_versions;

#[path = "http.rs"]
pub mod _9_over_http;
