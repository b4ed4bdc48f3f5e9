//! The manual: how the library works, why it is so, and how to use it.
//!
//! The tables in it are held to the code by tests.

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
