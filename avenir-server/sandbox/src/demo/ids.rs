//! Ids that are the same in every sandbox: version 5 UUIDs of a path of keys.
//!
//! A recurring transaction's path ends in how many months ago it was and which of the month it is:
//! `household/transaction/groceries/2-0` is the first of two months ago, whatever today is.
//! A recent one's path is its key alone.

use uuid::Uuid;

const NAMESPACE: Uuid = Uuid::from_u128(0x6176_656e_6972_5a5a_8a5a_5361_6e64_626f);

/// The key of "Inflow: Ready to Assign".
pub(super) const INFLOW: &str = "inflow";
/// The key of "Uncategorized".
pub(super) const UNCATEGORIZED: &str = "uncategorized";

pub(super) fn of(path: &str) -> String {
    Uuid::new_v5(&NAMESPACE, path.as_bytes()).to_string()
}

pub(super) fn in_plan(plan: &str, kind: &str, key: &str) -> String {
    of(&format!("{plan}/{kind}/{key}"))
}

pub(super) fn occurrence(plan: &str, key: &str, months_ago: i32, nth: usize) -> String {
    in_plan(plan, "transaction", &format!("{key}/{months_ago}-{nth}"))
}

pub(super) fn recent(plan: &str, key: &str) -> String {
    in_plan(plan, "transaction", key)
}

/// Returns the id of the other side of a transfer.
pub(super) fn mirror(id: &str) -> String {
    of(&format!("mirror/{id}"))
}

/// Returns the id of a split's line.
pub(super) fn line(id: &str, nth: usize) -> String {
    of(&format!("line/{id}/{nth}"))
}
