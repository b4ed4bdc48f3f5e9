//! What no version of the compiler may let through: the traits that would be doors.

use std::ops::{Deref, DerefMut};

use confirm::{Caller, Confirmed, Gate, Stop, Unconfirmed};
use rmcp::handler::server::tool::IntoCallToolResult;
use serde::de::DeserializeOwned;
use static_assertions::{assert_impl_all, assert_not_impl_any};

#[derive(Clone, Default)]
struct Anything;

assert_not_impl_any!(
    Confirmed<Anything>: Clone, Copy, Default, DeserializeOwned, From<Anything>,
    From<Unconfirmed<Anything>>, Deref, DerefMut, AsMut<Anything>, std::borrow::BorrowMut<Anything>
);
assert_not_impl_any!(Unconfirmed<Anything>: Clone, Copy, Default, DeserializeOwned, DerefMut);
// One call with one answer asks once.
assert_not_impl_any!(Caller: Clone, Copy, Default, DeserializeOwned);
// A question that left as an error would be lost.
assert_not_impl_any!(Stop: std::error::Error, IntoCallToolResult, Clone);
// A server is shared between tasks.
assert_impl_all!(Gate: Clone, Send, Sync);
assert_impl_all!(Confirmed<String>: Send, Sync);
assert_impl_all!(Caller: Send);

/// The assertions above are made when this file is compiled.
#[test]
fn they_hold() {
    let made = std::any::type_name::<Confirmed<Anything>>();
    assert!(made.contains("Confirmed"));
}
