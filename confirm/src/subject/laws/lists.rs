//! Laws of lists, ordered and unordered.

use std::{borrow::Cow, collections::BTreeMap};

use proptest::prelude::*;
use serde::Serialize;

use super::{Inside, Tagged, of_ours, of_serde, text};
use crate::{
    Fingerprint, Subject,
    subject::canonical::{Form, canonical},
};

#[derive(Clone, Debug, Serialize, Subject)]
struct Purchases {
    #[subject(unordered)]
    list: Vec<Purchase>,
    #[subject(unordered)]
    maybe: Option<Vec<String>>,
    named: Unordered,
}

#[derive(Clone, Debug, Serialize, Subject)]
struct Unordered(#[subject(unordered)] Vec<u8>);

#[derive(Clone, Debug, PartialEq, Serialize, Subject)]
struct Purchase {
    payee: String,
    cents: i32,
    #[serde(skip)]
    #[subject(shown)]
    memo: String,
}

prop_compose! {
    fn purchase()(payee in "[ab\"é]{0,3}", cents in -2..2_i32, memo in "[xy]?") -> Purchase {
        Purchase { payee, cents, memo }
    }
}

prop_compose! {
    fn shuffled()(
        list in proptest::collection::vec(purchase(), 0..8),
        maybe in proptest::option::of(proptest::collection::vec(text(), 0..4)),
        named in proptest::collection::vec(any::<u8>(), 0..4),
    )(
        other in Just(list.clone()).prop_shuffle(),
        maybe_other in match maybe.clone() {
            Some(maybe) => Just(maybe).prop_shuffle().prop_map(Some).boxed(),
            None => Just(None).boxed(),
        },
        named_other in Just(named.clone()).prop_shuffle(),
        one in Just((list, maybe, named)),
    ) -> [Purchases; 2] {
        let purchases = |list, maybe, named| Purchases { list, maybe, named: Unordered(named) };
        [purchases(one.0, one.1, one.2), purchases(other, maybe_other, named_other)]
    }
}

proptest! {
    #[test]
    fn a_permutation_of_an_unordered_list_is_the_same_change([one, other] in shuffled()) {
        prop_assert_eq!(canonical(&one, Form::Change), canonical(&other, Form::Change));
        prop_assert_eq!(canonical(&one, Form::Shown), canonical(&other, Form::Shown));
    }

    /// Compares with an independent sort of the output of an independent crate.
    #[test]
    fn an_unordered_list_is_sorted_by_its_canonical_bytes([one, _] in shuffled()) {
        let mut list: Vec<String> = one.list.iter().map(of_serde).collect();
        list.sort();
        let start = format!("{{\"list\":[{}],", list.join(","));
        prop_assert!(of_ours(&one).starts_with(&start));
    }

    #[test]
    fn a_duplicate_counts([mut one, _] in shuffled(), at in any::<prop::sample::Index>()) {
        prop_assume!(!one.list.is_empty());
        let before = Fingerprint::of("", &one);
        let twin = one.list[at.index(one.list.len())].clone();
        one.list.push(twin);
        prop_assert_ne!(Fingerprint::of("", &one), before);
    }

    #[test]
    fn the_order_of_any_other_list_counts(list in proptest::collection::vec(purchase(), 2..5)) {
        let mut other = list.clone();
        other.reverse();
        let same = of_serde(&list) == of_serde(&other);
        prop_assert_eq!(of_ours(&list) == of_ours(&other), same);
    }
}

/// Nested lists, many times larger than a piece of the hash.
#[derive(Clone, Debug, Serialize, Subject)]
struct Deep {
    ordered: Vec<Level>,
    #[subject(unordered)]
    unordered: Vec<Level>,
    end: String,
}

#[derive(Clone, Debug, Serialize, Subject)]
struct Level {
    #[subject(unordered)]
    unordered: Vec<Vec<String>>,
    map: BTreeMap<String, String>,
}

prop_compose! {
    fn level()(
        unordered in proptest::collection::vec(proptest::collection::vec(text(), 0..6), 0..6),
        map in proptest::collection::btree_map(text(), text(), 0..4),
        times in 1_usize..40,
    ) -> Level {
        Level { unordered: unordered.into_iter().cycle().take(times).collect(), map }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_is_hashed_in_pieces_is_what_is_kept_as_text(
        ordered in proptest::collection::vec(level(), 0..20),
        unordered in proptest::collection::vec(level(), 0..20),
        end in text(),
    ) {
        let mut other = unordered.clone();
        other.reverse();
        let deep = Deep { ordered: ordered.clone(), unordered, end: end.clone() };
        let fingerprint = Fingerprint::of("plan", &deep);
        prop_assert_eq!(fingerprint, Fingerprint::of_canonical("plan", &of_ours(&deep)));
        prop_assert_eq!(fingerprint, Fingerprint::of("plan", &Deep { ordered, unordered: other, end }));
    }
}

#[test]
fn every_kind_of_list_can_be_without_order() {
    #[derive(Subject)]
    struct Kinds<'a> {
        #[subject(unordered)]
        array: [u8; 3],
        #[subject(unordered)]
        boxed: Box<[u8]>,
        #[subject(unordered)]
        cow: Cow<'a, [u8]>,
        #[subject(unordered)]
        maybe: Option<Vec<u8>>,
        #[subject(unordered)]
        none: Option<Vec<u8>>,
        #[subject(unordered)]
        slice: &'a [u8],
    }
    let list = [2, 3, 1];
    let kinds = Kinds {
        array: list,
        boxed: list.into(),
        cow: Cow::Borrowed(&list),
        maybe: Some(list.into()),
        none: None,
        slice: &list,
    };
    assert_eq!(
        of_ours(&kinds),
        r#"{"array":[1,2,3],"boxed":[1,2,3],"cow":[1,2,3],"maybe":[1,2,3],"none":null,"slice":[1,2,3]}"#
    );
}

#[test]
fn a_long_list_is_hashed_as_an_independent_crate_writes_it() {
    use sha2::Digest as _;

    #[derive(Serialize, Subject)]
    struct Long {
        list: Vec<Tagged>,
    }
    let tagged = |zulu| Tagged {
        zulu,
        alpha: Inside::PlainUnit,
    };
    let long = Long {
        list: (0..2_000).map(tagged).collect(),
    };
    let bytes = serde_json_canonicalizer::to_vec(&serde_json::json!(["plan", long])).unwrap();
    assert!(bytes.len() > 64 * 1024);
    let hash: [u8; 32] = sha2::Sha256::digest(bytes).into();
    let hex = Fingerprint::of("plan", &long).to_string();
    for (i, byte) in hash.iter().enumerate() {
        assert_eq!(&hex[2 * i..][..2], format!("{byte:02x}"));
    }
}
