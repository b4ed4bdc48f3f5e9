//! A bounded map that principals share fairly.

use std::collections::{BTreeMap, HashMap};

type Owner = Option<String>;

/// A map of entries, each with an owner and an age.
///
/// When the map is full, the principal that would have the most entries makes room with its first
/// entry. So a flood of entries only costs the principal that causes it. If several would have the
/// most, the one that adds an entry makes room.
pub(super) struct Fair<A, V> {
    most: usize,
    entries: HashMap<String, Entry<A, V>>,
    /// The ids of each principal with at least one entry, by age. Among entries of one age, the
    /// first added comes first.
    of: HashMap<Owner, BTreeMap<(A, u64), String>>,
    /// The number of entries added so far.
    added: u64,
}

pub(super) struct Entry<A, V> {
    pub(super) owner: Owner,
    pub(super) age: A,
    pub(super) value: V,
    added: u64,
}

impl<A: Copy + Ord, V> Fair<A, V> {
    /// Makes a map for at most `most` entries.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            entries: HashMap::new(),
            of: HashMap::new(),
            added: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.entries.len() >= self.most
    }

    pub(super) fn get(&self, id: &str) -> Option<&V> {
        self.entries.get(id).map(|entry| &entry.value)
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut V> {
        self.entries.get_mut(id).map(|entry| &mut entry.value)
    }

    /// Returns the age, id and value of each entry, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (A, &str, &V)> {
        let entries = self.entries.iter();
        entries.map(|(id, entry)| (entry.age, id.as_str(), &entry.value))
    }

    /// Adds an entry. First remove the entry that [`makes_room`](Self::makes_room) returns.
    pub(super) fn insert(&mut self, owner: Option<&str>, age: A, id: &str, value: V) {
        self.remove(id);
        self.added += 1;
        let (owner, added) = (owner.map(str::to_owned), self.added);
        let of = self.of.entry(owner.clone()).or_default();
        of.insert((age, added), id.to_owned());
        let entry = Entry {
            owner,
            age,
            value,
            added,
        };
        self.entries.insert(id.to_owned(), entry);
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Entry<A, V>> {
        let entry = self.entries.remove(id)?;
        if let Some(of) = self.of.get_mut(&entry.owner) {
            of.remove(&(entry.age, entry.added));
            if of.is_empty() {
                self.of.remove(&entry.owner);
            }
        }
        Some(entry)
    }

    /// Returns the id of the entry to remove before the principal adds one, if the map is full.
    pub(super) fn makes_room(&self, owner: Option<&str>) -> Option<String> {
        if !self.is_full() {
            return None;
        }
        let weight = |(of, entries): &(&Owner, &BTreeMap<_, _>)| {
            let is_own = of.as_deref() == owner;
            (entries.len() + usize::from(is_own), is_own)
        };
        let (_, entries) = self.of.iter().max_by_key(weight)?;
        entries.values().next().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: Option<&str> = Some("alice");
    const BOB: Option<&str> = Some("bob");

    #[test]
    fn the_first_of_the_one_with_the_most_makes_room() {
        let even = [(BOB, "b0"), (ALICE, "a1"), (BOB, "b2"), (ALICE, "a3")];
        for (newcomer, kept, goes) in [
            (ALICE, &even[..], Some("a1")),
            (BOB, &even, Some("b0")),
            (None, &even[1..], Some("a1")),
            (None, &even[..3], Some("b0")),
            (ALICE, &even[2..3], Some("b2")),
            (ALICE, &[], None),
        ] {
            let mut map = Fair::new(kept.len());
            for (owner, id) in kept {
                map.insert(*owner, (), id, ());
            }
            assert_eq!(map.makes_room(newcomer).as_deref(), goes, "{kept:?}");
        }
    }

    #[test]
    fn a_map_with_room_keeps_all_and_forgets_what_was_removed() {
        let mut map = Fair::new(2);
        map.insert(ALICE, 0, "a", 1);
        assert_eq!(map.makes_room(ALICE), None);
        map.insert(ALICE, 1, "a", 2);
        assert_eq!((map.len(), map.get("a")), (1, Some(&2)));
        assert_eq!(map.remove("a").map(|entry| entry.value), Some(2));
        assert!(map.remove("a").is_none());
        assert!(map.of.is_empty());
    }
}
