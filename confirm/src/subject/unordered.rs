//! Sorts the elements of a list by their canonical bytes.

/// The canonical bytes of an element, with the key that a round sorts by.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) bytes: &'a [u8],
    /// The next eight bytes that have not been compared yet.
    key: u64,
}

impl<'a> Element<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, key: 0 }
    }
}

pub(super) fn sort(elements: &mut [Element<'_>]) {
    sort_after(0, elements, 0);
}

/// The number of rounds before an ordinary sort takes over. Without a bound a hostile list could
/// force as many rounds as it has elements.
const ROUNDS: usize = 8;

/// Sorts elements whose first `from` bytes are equal.
///
/// Elements of one list begin alike, with the same keys and often the same account. So each round
/// skips their common prefix and sorts by the eight bytes after it, read as one integer. Another
/// round sorts those that are still equal.
fn sort_after(from: usize, elements: &mut [Element<'_>], round: usize) {
    let Some(first) = elements.first() else {
        return;
    };
    // Estimate the common prefix from the first 16 elements. If the rest share less, the loop makes
    // a second pass.
    let mut common = &first.bytes[from..];
    for element in elements.iter().take(16) {
        common = in_common(common, &element.bytes[from..]);
    }
    loop {
        let expected = common.len();
        for element in elements.iter_mut() {
            let rest = &element.bytes[from..];
            common = in_common(common, rest);
            element.key = key(&rest[common.len()..]);
        }
        if common.len() == expected {
            break;
        }
    }
    let from = from + common.len();
    if elements.iter().all(|element| element.bytes.len() == from) {
        return;
    }
    if round == ROUNDS {
        elements.sort_unstable_by(|a, b| a.bytes[from..].cmp(&b.bytes[from..]));
        return;
    }
    elements.sort_unstable_by_key(|element| element.key);
    let equal = elements.chunk_by_mut(|a, b| a.key == b.key);
    for equal in equal.filter(|equal| equal.len() > 1) {
        sort_after((from + 8).min(equal[0].bytes.len()), equal, round + 1);
    }
}

/// Returns the common prefix of both.
#[inline]
fn in_common<'a>(one: &'a [u8], other: &[u8]) -> &'a [u8] {
    if other.starts_with(one) {
        return one;
    }
    let equal = one.iter().zip(other).take_while(|(a, b)| a == b);
    &one[..equal.count()]
}

/// Returns the first eight bytes as an integer that compares like them. JSON has no zero bytes, so
/// the zeros that pad a shorter element sort before any other byte.
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
            let mut elements: Vec<_> = list.iter().map(|element| Element::new(element.as_bytes())).collect();
            sort(&mut elements);
            let sorted: Vec<_> = elements.iter().map(|element| element.bytes).collect();
            let mut list: Vec<_> = list.iter().map(String::as_bytes).collect();
            list.sort_unstable();
            prop_assert_eq!(sorted, list);
        }
    }

    /// Fails on the small stack if the recursion is deep: each round takes only one element off the
    /// list.
    #[test]
    fn a_hostile_list_does_not_nest_deeply() {
        let list: Vec<String> = (0..1_000)
            .map(|i| format!("{}b", "a".repeat(8 * i)))
            .collect();
        let sort = move || {
            let mut elements: Vec<_> = list
                .iter()
                .map(|element| Element::new(element.as_bytes()))
                .collect();
            sort(&mut elements);
            elements.iter().map(|element| element.bytes.len()).collect()
        };
        let thread = std::thread::Builder::new().stack_size(128 * 1024);
        let lengths: Vec<usize> = thread.spawn(sort).unwrap().join().unwrap();
        assert!(lengths.is_sorted_by(|a, b| a > b));
    }
}
