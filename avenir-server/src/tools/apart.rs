//! Names and notes that distinguish things which a person could confuse.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use avenir_ynab::model::{Account, Payee, Plan, Transaction};
use confirm::{Text, preview};

use super::read::is_unseen;

/// The notes of a question: lines that say which thing is meant. Clones share the notes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Arc<Mutex<Vec<Text>>>);

/// The most notes of a question. A question does not show more rows than that, either.
const MOST: usize = preview::MAX_ROWS;
/// The number of characters of an id that distinguish two things on a screen.
const SHORT_ID: usize = 8;

impl Notes {
    pub(crate) fn add(&self, note: Text) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() < MOST {
            notes.push(note);
        }
    }

    pub(crate) fn take(&self) -> Vec<Text> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns a key that is the same for two names which look the same. The key ignores case, extra
/// white space, invisible characters and variation selectors.
pub(crate) fn as_read(name: &str) -> String {
    let seen = name
        .chars()
        .filter(|c| !is_unseen(*c) && !matches!(c, '\u{fe00}'..='\u{fe0f}'));
    let seen: String = seen.flat_map(char::to_lowercase).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a name with the first characters of the id, for a name that is ambiguous.
pub(crate) fn with_id(name: &str, id: &str) -> String {
    format!("{name} (id {})", short(id))
}

/// Returns a name behind the first characters of the id, for a name whose end a person looks for.
pub(crate) fn behind_id(name: &str, id: &str) -> String {
    format!("(id {}) {name}", short(id))
}

fn short(id: &str) -> String {
    id.chars().take(SHORT_ID).collect()
}

/// Returns the name of an account, with its id if another account has the same name.
pub(crate) fn account_name(account: &Account, all: &[Account]) -> String {
    let name = as_read(&account.name);
    let is_other = |one: &Account| one.id != account.id && !one.deleted;
    if all
        .iter()
        .any(|one| is_other(one) && as_read(&one.name) == name)
    {
        return with_id(&account.name, &account.id);
    }
    account.name.clone()
}

/// Returns the name of a plan, with its id if another plan has the same name.
pub(crate) fn plan_name(plan: &Plan, all: &[Plan]) -> String {
    let name = as_read(&plan.name);
    if all
        .iter()
        .any(|one| one.id != plan.id && as_read(&one.name) == name)
    {
        return with_id(&plan.name, &plan.id);
    }
    plan.name.clone()
}

/// Adds a note with the payee's id if other payees have the same name.
pub(crate) fn note_payee(payee: &Payee, all: &[Payee], notes: &Notes) {
    let name = as_read(&payee.name);
    let is_alike = |one: &&Payee| !one.deleted && as_read(&one.name) == name;
    let count = all.iter().filter(is_alike).count();
    if count > 1 {
        let text =
            Text::new("{count} payees are called {payee}: this is the one with the id {id}.");
        let text = text.arg("count", &count).arg("payee", payee.name.as_str());
        notes.add(text.arg("id", payee.id.as_str()));
    }
}

/// Adds a note for each of these transactions that shares its date, payee and amount with another.
pub(crate) fn note_rows<'a>(
    meant: impl Iterator<Item = &'a Transaction>,
    all: &'a [Transaction],
    digits: u32,
    notes: &Notes,
) {
    let key = |row: &'a Transaction| {
        let payee = row.payee_name.as_deref().unwrap_or_default();
        (row.date.as_str(), row.amount, as_read(payee))
    };
    let mut counts = HashMap::new();
    for row in all.iter().filter(|row| !row.deleted) {
        *counts.entry(key(row)).or_insert(0_usize) += 1;
    }
    let mut meant: Vec<&Transaction> = meant.collect();
    meant.sort_by(|one, other| one.id.cmp(&other.id));
    for row in meant {
        let count = counts.get(&key(row)).copied().unwrap_or_default();
        if count < 2 {
            continue;
        }
        let text = Text::new(
            "{count} transactions look like {date} {payee} {amount}: this is the one on {account} \
             with the id {id}.",
        );
        let payee = row.payee_name.as_deref().unwrap_or_default();
        notes.add(
            text.arg("count", &count)
                .arg("date", preview::date(&row.date))
                .arg("payee", payee)
                .arg("amount", preview::decimal(row.amount.0, 3, digits))
                .arg("account", row.account_name.as_str())
                .arg("id", row.id.as_str()),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_read_as_one() {
        for other in [
            "💰 Fun",
            "💰\u{fe0f} fun",
            " 💰  FUN\u{200b} ",
            "💰\u{a0}Fun",
        ] {
            assert_eq!(as_read(other), as_read("💰 Fun"), "{other:?}");
        }
        assert_ne!(as_read("Fun 2"), as_read("Fun"));
    }
}
