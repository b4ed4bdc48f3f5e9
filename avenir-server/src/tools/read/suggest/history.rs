//! Guesses of a transaction's category from the plan's own history.

use std::collections::{BTreeMap, HashMap};

use avenir_ynab::{Milliunits, model::Transaction};
use jiff::civil::Date;

use crate::tools::read::merchant::{is_like, merchant};

/// The transactions that have a category, by properties that a new transaction may share. These are
/// the direction and the merchant, or the account and the amount.
pub(super) struct History<'a> {
    of_payee: HashMap<(Direction, String), Vec<&'a Transaction>>,
    of_amount: HashMap<(&'a str, Milliunits), Vec<&'a Transaction>>,
}

/// The direction of money. A payment is not income only because the shop once gave money back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Direction {
    In,
    Out,
}

pub(super) struct Guess<'a> {
    pub(super) category: &'a str,
    /// The confidence from 0 to 1, in thousandths, cut to hundredths.
    pub(super) confidence: Milliunits,
    pub(super) reason: String,
}

/// The lowest confidence of a suggestion, in thousandths.
const ENOUGH: i64 = 500;
/// The fewest earlier transactions of an amount that are evidence. Fewer may be chance.
const SAME_AMOUNT: usize = 3;

impl<'a> History<'a> {
    pub(super) fn of(past: impl Iterator<Item = &'a Transaction>) -> Self {
        let mut history = Self {
            of_payee: HashMap::new(),
            of_amount: HashMap::new(),
        };
        for one in past {
            let payee = merchant(one.payee_name.as_deref().unwrap_or_default());
            if !payee.is_empty() {
                let key = (direction(one), payee);
                history.of_payee.entry(key).or_default().push(one);
            }
            let key = (one.account_id.as_str(), one.amount);
            history.of_amount.entry(key).or_default().push(one);
        }
        history
    }

    pub(super) fn guess(&self, pending: &Transaction) -> Option<Guess<'a>> {
        let payee = merchant(pending.payee_name.as_deref().unwrap_or_default());
        let same = self.of_payee.get(&(direction(pending), payee.clone()));
        // Let the payee's own history decide, even if that history does not give a clear answer.
        if let Some(same) = same {
            return vote(same, pending).guess("of this payee", 1_000);
        }
        self.alike(pending, &payee)
            .or_else(|| self.same_amount(pending))
    }

    /// Returns a guess from payees with a like name, as weaker evidence than the payee itself.
    fn alike(&self, pending: &Transaction, payee: &str) -> Option<Guess<'a>> {
        let alike: Vec<&Transaction> = self
            .of_payee
            .iter()
            .filter(|((way, name), _)| *way == direction(pending) && is_like(name, payee))
            .flat_map(|(_, past)| past.iter().copied())
            .collect();
        vote(&alike, pending).guess("of payees with a like name", 750)
    }

    /// Returns a guess from the same amount on the same account, for a bill whose label changes
    /// each time. All earlier transactions of that amount must have one category.
    fn same_amount(&self, pending: &Transaction) -> Option<Guess<'a>> {
        let key = (pending.account_id.as_str(), pending.amount);
        let same = self.of_amount.get(&key)?;
        let vote = vote(same, pending);
        if same.len() < SAME_AMOUNT || vote.count != same.len() {
            return None;
        }
        vote.guess("of this amount on this account", 750)
    }
}

fn direction(transaction: &Transaction) -> Direction {
    if transaction.amount.0 < 0 {
        Direction::Out
    } else {
        Direction::In
    }
}

/// The category with the most points.
#[derive(Default)]
struct Vote<'a> {
    category: Option<&'a str>,
    points: i64,
    of_points: i64,
    count: usize,
    of_count: usize,
}

fn vote<'a>(past: &[&'a Transaction], pending: &Transaction) -> Vote<'a> {
    let mut categories: BTreeMap<&str, (i64, usize)> = BTreeMap::new();
    for one in past {
        if let Some(category) = one.category_id.as_deref() {
            let (points, count) = categories.entry(category).or_default();
            *points += worth(one, pending);
            *count += 1;
        }
    }
    let mut result = Vote::default();
    for (category, (points, count)) in categories {
        result.of_points += points;
        result.of_count += count;
        if points > result.points {
            (result.category, result.points, result.count) = (Some(category), points, count);
        }
    }
    result
}

/// Returns the points of an earlier transaction. The same account and a like amount add points,
/// because a supermarket's weekly shop and its fuel are two things. A recent transaction counts
/// threefold, because people rearrange their categories.
fn worth(past: &Transaction, pending: &Transaction) -> i64 {
    let (one, other) = (i128::from(past.amount.0), i128::from(pending.amount.0));
    let amount = match (one - other).abs() {
        0 => 4,
        apart if apart * 10 <= other.abs() => 2,
        _ => 0,
    };
    let alike = 1 + i64::from(past.account_id == pending.account_id) + amount;
    if is_recent(past, pending) {
        alike * 3
    } else {
        alike
    }
}

/// The most days between a recent transaction and the pending one: half a year.
const RECENT_DAYS: i32 = 183;

fn is_recent(past: &Transaction, pending: &Transaction) -> bool {
    let dates = (past.date.parse::<Date>(), pending.date.parse::<Date>());
    match dates {
        (Ok(past), Ok(pending)) => (pending - past).get_days().abs() <= RECENT_DAYS,
        _ => false,
    }
}

impl<'a> Vote<'a> {
    /// Returns a guess if its confidence is high enough. `weight` is in thousandths.
    fn guess(self, whose: &str, weight: i64) -> Option<Guess<'a>> {
        let n = i64::try_from(self.count).ok()?;
        let thousandths = weight.checked_mul(self.points)?.checked_mul(n)?;
        let confidence = thousandths.checked_div(self.of_points.checked_mul(n + 1)?)? / 10 * 10;
        let category = self.category.filter(|_| confidence >= ENOUGH)?;
        let weighed = if self.count < self.of_count {
            ", by account, amount and age"
        } else {
            ""
        };
        Some(Guess {
            category,
            confidence: Milliunits(confidence),
            reason: format!(
                "{} of {} earlier ones {whose}{weighed}",
                self.count, self.of_count
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(payee: &str, amount: i64, account: &str, category: Option<&str>) -> Transaction {
        serde_json::from_value(json!({
            "id": "t", "date": "2026-01-01", "payee_name": payee, "amount": amount,
            "account_id": account, "category_id": category, "category_name": category,
        }))
        .unwrap()
    }

    fn guess(past: &[Transaction], pending: &Transaction) -> Option<(String, i64, String)> {
        let guess = History::of(past.iter()).guess(pending)?;
        Some((guess.category.to_owned(), guess.confidence.0, guess.reason))
    }

    #[test]
    fn the_payee_decides() {
        let past: Vec<_> = (0..9)
            .map(|_| row("LIDL 0412", -50_000, "card", Some("food")))
            .collect();
        // 9 of 9, so 1 × 9/10.
        assert_eq!(
            guess(&past, &row("Lidl", -12_000, "bank", None)),
            Some((
                "food".into(),
                900,
                "9 of 9 earlier ones of this payee".into()
            ))
        );
        // The history of payments does not count for an inflow.
        assert_eq!(guess(&past, &row("Lidl", 12_000, "bank", None)), None);
        // 1 × 1/2.
        let one = guess(&past[..1], &row("Lidl", -12_000, "bank", None)).unwrap();
        assert_eq!(one.1, 500);
    }

    #[test]
    fn amount_and_account_settle_what_the_payee_leaves_open() {
        let mut past = Vec::new();
        for _ in 0..4 {
            past.push(row("Tesco", -80_000, "card", Some("food")));
            past.push(row("Tesco", -45_000, "bank", Some("fuel")));
        }
        // Food 4 × (1 + 1 + 2) = 16 points, fuel 4 × 1: 16/20 × 4/5.
        assert_eq!(
            guess(&past, &row("Tesco", -82_000, "card", None)),
            Some((
                "food".into(),
                640,
                "4 of 8 earlier ones of this payee, by account, amount and age".into()
            ))
        );
        // Fuel 4 × (1 + 1 + 4) = 24 points, food 4 × 1: 24/28 × 4/5, to hundredths.
        let fuel = guess(&past, &row("Tesco", -45_000, "bank", None)).unwrap();
        assert_eq!((fuel.0.as_str(), fuel.1), ("fuel", 680));
        // 4 points each: 1/2 × 4/5 is not enough.
        assert_eq!(guess(&past, &row("Tesco", -5_000, "cash", None)), None);
    }

    #[test]
    fn what_is_newer_counts_more() {
        let mut past = Vec::new();
        for _ in 0..12 {
            let mut old = row("Gym", -30_000, "card", Some("health"));
            "2024-03-01".clone_into(&mut old.date);
            past.push(old);
        }
        past.extend((0..6).map(|_| row("Gym", -30_000, "card", Some("fun"))));
        // Old rows have 6 points each, new ones 18: 6 × 18 of 12 × 6 + 6 × 18, so 108/180 × 6/7.
        let new = guess(&past, &row("Gym", -30_000, "card", None)).unwrap();
        assert_eq!((new.0.as_str(), new.1), ("fun", 510));
    }

    #[test]
    fn without_the_payee_weaker_evidence_serves() {
        let past: Vec<_> = (0..3)
            .map(|n| {
                row(
                    &format!("Lot {}", ["AXQ", "BRT", "CWV"][n]),
                    -9_990,
                    "card",
                    Some("tv"),
                )
            })
            .collect();
        // 3/4 × 3/4, to hundredths.
        assert_eq!(
            guess(&past, &row("Zed", -9_990, "card", None)),
            Some((
                "tv".into(),
                560,
                "3 of 3 earlier ones of this amount on this account".into()
            ))
        );
        assert_eq!(guess(&past[..2], &row("Zed", -9_990, "card", None)), None);
        assert_eq!(guess(&past, &row("Zed", -9_990, "bank", None)), None);
        let past: Vec<_> = (0..4)
            .map(|_| row("Applegreen", -40_000, "card", Some("fuel")))
            .collect();
        // 4/5 × 3/4.
        assert_eq!(
            guess(&past, &row("Applegreen Naas", -30_000, "bank", None)),
            Some((
                "fuel".into(),
                600,
                "4 of 4 earlier ones of payees with a like name".into()
            ))
        );
        assert_eq!(guess(&past, &row("", -30_000, "bank", None)), None);
    }
}
