//! Sorts the elements of a list by their canonical bytes, which stand one after the other.

use std::ops::Range;

/// Where the elements are.
pub(super) struct Elements(Vec<Element>);

struct Element {
    /// The next eight bytes that were not compared yet.
    key: u64,
    bytes: Range<usize>,
}

impl Elements {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }

    pub(super) fn push(&mut self, bytes: Range<usize>) {
        self.0.push(Element { key: 0, bytes });
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Range<usize>> {
        self.0.iter().map(|element| &element.bytes)
    }

    pub(super) fn sort(&mut self, json: &[u8]) {
        sort(&mut self.0, json, 0, 0);
    }
}

/// More rounds than this are not worth it, and could be as many as a hostile list has elements.
const ROUNDS: usize = 8;

/// Sorts elements whose first `from` bytes are equal.
///
/// Elements of one list begin alike, with the same keys and often the same account. So each round
/// passes over what they all have in common and sorts by the eight bytes after it, which are one
/// integer; another round settles those that are still equal.
fn sort(elements: &mut [Element], json: &[u8], from: usize, round: usize) {
    let [first, others @ ..] = &*elements else {
        return;
    };
    if others.is_empty() {
        return;
    }
    let first = &json[first.bytes.clone()][from..];
    let mut common = first;
    for other in others {
        let other = &json[other.bytes.clone()][from..];
        if !other.starts_with(common) {
            let equal = common.iter().zip(other).take_while(|(a, b)| a == b);
            common = &common[..equal.count()];
        }
    }
    let from = from + common.len();
    if common.len() == first.len() && others.iter().all(|other| other.bytes.len() == from) {
        return;
    }
    if round == ROUNDS {
        let bytes = |element: &Element| &json[element.bytes.clone()][from..];
        elements.sort_unstable_by(|a, b| bytes(a).cmp(bytes(b)));
        return;
    }
    for element in elements.iter_mut() {
        element.key = key(&json[element.bytes.clone()][from..]);
    }
    elements.sort_unstable_by_key(|element| element.key);
    for equal in elements.chunk_by_mut(|a, b| a.key == b.key) {
        sort(equal, json, (from + 8).min(equal[0].bytes.len()), round + 1);
    }
}

/// The first eight bytes, in an order that compares like them. JSON has no zero bytes, so those
/// that fill up a shorter element are less than any other.
fn key(bytes: &[u8]) -> u64 {
    let key = bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut key = [0; 8];
        key[..bytes.len()].copy_from_slice(bytes);
        key
    });
    u64::from_be_bytes(key)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(
            mut list in proptest::collection::vec("(aaaa){0,3}[ab]{0,12}", 0..40),
            lead in "[ab]{0,20}",
        ) {
            for element in &mut list {
                element.insert_str(0, &lead);
            }
            let json = list.concat();
            let mut elements = Elements::with_capacity(list.len());
            let mut at = 0;
            for element in &list {
                elements.push(at..at + element.len());
                at += element.len();
            }
            elements.sort(json.as_bytes());
            let sorted: Vec<&str> = elements.iter().map(|range| &json[range.clone()]).collect();
            list.sort();
            prop_assert_eq!(sorted, list);
        }
    }

    /// Each round takes one element off the rest. On a small stack it is seen how deep that goes.
    #[test]
    fn a_hostile_list_does_not_nest_deeply() {
        let element = |i: usize| format!("{}b", "a".repeat(8 * i));
        let json = (0..1_000).map(element).collect::<String>();
        let mut elements = Elements::with_capacity(1_000);
        let mut at = 0;
        for i in 0..1_000 {
            elements.push(at..at + 8 * i + 1);
            at += 8 * i + 1;
        }
        let sort = move || {
            elements.sort(json.as_bytes());
            elements.iter().map(Range::len).collect()
        };
        let thread = std::thread::Builder::new().stack_size(128 * 1024);
        let lengths: Vec<usize> = thread.spawn(sort).unwrap().join().unwrap();
        assert!(lengths.is_sorted_by(|a, b| a > b));
    }
}
