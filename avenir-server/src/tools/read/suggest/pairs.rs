//! Pairs of rows that are probably the halves of one transfer, imported on both sides.

use std::collections::{HashMap, HashSet};

use avenir_ynab::model::Transaction;
use jiff::civil::Date;

/// The most days between the halves of a transfer at two banks.
const MOST_DAYS: i32 = 3;

/// Returns the id of each half with the id of the other half. Two rows are halves if they have
/// opposite amounts on two accounts, at most [`MOST_DAYS`] days apart. Each row is in one pair at
/// most. A payment takes the nearest inflow that an earlier payment of the list has not taken.
pub(super) fn find<'a>(pending: &[&'a Transaction]) -> HashMap<&'a str, &'a str> {
    let mut inflows: HashMap<i64, Vec<&Transaction>> = HashMap::new();
    for one in pending.iter().filter(|one| one.amount.0 > 0) {
        inflows.entry(one.amount.0).or_default().push(one);
    }
    let mut taken: HashSet<&str> = HashSet::new();
    let mut pairs = HashMap::new();
    for out in pending.iter().filter(|one| one.amount.0 < 0) {
        let Some(inflows) = out
            .amount
            .0
            .checked_neg()
            .and_then(|amount| inflows.get(&amount))
        else {
            continue;
        };
        let other = inflows
            .iter()
            .filter(|one| one.account_id != out.account_id && !taken.contains(one.id.as_str()))
            .filter_map(|one| Some((days_apart(out, one)?, one)))
            .filter(|(days, _)| *days <= MOST_DAYS)
            .min_by_key(|(days, one)| (*days, one.id.as_str()));
        if let Some((_, other)) = other {
            taken.insert(&other.id);
            pairs.insert(out.id.as_str(), other.id.as_str());
            pairs.insert(other.id.as_str(), out.id.as_str());
        }
    }
    pairs
}

fn days_apart(one: &Transaction, other: &Transaction) -> Option<i32> {
    let (one, other): (Date, Date) = (one.date.parse().ok()?, other.date.parse().ok()?);
    Some((one - other).get_days().abs())
}
