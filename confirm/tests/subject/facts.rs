//! Tests the types that cannot be part of a subject.

use std::{
    cell::{Cell, OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    rc::Rc,
    sync::{Arc, Mutex, OnceLock, RwLock, atomic::AtomicI64},
};

use confirm::{Canonical, Subject};
use static_assertions::{assert_impl_all, assert_not_impl_any};

// Floats are not exact, and RFC 8785 has no room for 128-bit integers.
assert_not_impl_any!(f32: Canonical);
assert_not_impl_any!(f64: Canonical);
assert_not_impl_any!(i128: Canonical);
assert_not_impl_any!(u128: Canonical);
assert_not_impl_any!(Vec<Option<f64>>: Canonical);

// A value behind a shared reference could change after it was confirmed.
assert_not_impl_any!(Cell<i64>: Canonical);
assert_not_impl_any!(RefCell<i64>: Canonical);
assert_not_impl_any!(OnceCell<i64>: Canonical);
assert_not_impl_any!(Mutex<i64>: Canonical);
assert_not_impl_any!(RwLock<i64>: Canonical);
assert_not_impl_any!(OnceLock<i64>: Canonical);
assert_not_impl_any!(AtomicI64: Canonical);
assert_not_impl_any!(Rc<str>: Canonical);
assert_not_impl_any!(Arc<str>: Canonical);
assert_not_impl_any!(&'static Cell<i64>: Canonical);
assert_not_impl_any!(Box<Mutex<i64>>: Canonical);

// These have no order, or no keys.
assert_not_impl_any!(HashMap<String, i64>: Canonical);
assert_not_impl_any!(HashSet<String>: Canonical);
assert_not_impl_any!(BTreeSet<String>: Canonical);
assert_not_impl_any!(BTreeMap<u64, i64>: Canonical);
assert_not_impl_any!((String, i64): Canonical);
assert_not_impl_any!((): Canonical);

// JSON of any shape needs an attribute.
assert_not_impl_any!(serde_json::Value: Canonical);

assert_impl_all!(str: Canonical);
assert_impl_all!(Option<Box<[&'static str]>>: Canonical);
assert_impl_all!(BTreeMap<String, [Vec<bool>; 2]>: Canonical);
assert_impl_all!(usize: Canonical);

/// A type whose name looks like a refused one, but which has a canonical form.
#[derive(Subject)]
struct Mutex2 {
    cell: names::Cell,
    value: Vec<names::Value>,
}

mod names {
    #[derive(confirm::Subject)]
    pub struct Cell {
        pub row: u32,
    }

    #[derive(confirm::Subject)]
    pub struct Value(Vec<super::HashMap2>);
}

#[derive(Subject)]
struct HashMap2 {}

assert_impl_all!(Mutex2: Canonical);
assert_not_impl_any!(Mutex2: Subject, confirm::Row);

/// A type that is canonical only if its parameter is.
#[derive(Subject)]
#[subject(question("Set it?"))]
struct Set<T> {
    value: T,
}

assert_impl_all!(Set<i64>: Subject);
assert_not_impl_any!(Set<f64>: Subject, Canonical);

/// A type that is a subject only if its parameter can be shown.
#[derive(Subject)]
#[subject(question("Set it to {value}?"))]
struct Show<T> {
    value: T,
}

assert_impl_all!(Show<i64>: Subject);
assert_impl_all!(Show<bool>: Canonical);
assert_not_impl_any!(Show<bool>: Subject);
