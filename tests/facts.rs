//! Checks, on every version of the compiler, that types do not implement traits which break the promise.

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
// One call asks once.
assert_not_impl_any!(Caller: Clone, Copy, Default, DeserializeOwned);
// A question that became an error would be lost.
assert_not_impl_any!(Stop: std::error::Error, IntoCallToolResult, Clone);
// Tasks share a server.
assert_impl_all!(Gate: Clone, Send, Sync);
assert_impl_all!(Confirmed<String>: Send, Sync);
assert_impl_all!(Caller: Send);

/// Passes if this file compiles, because the assertions above are made then.
#[test]
fn they_hold() {
    let made = std::any::type_name::<Confirmed<Anything>>();
    assert!(made.contains("Confirmed"));
}
