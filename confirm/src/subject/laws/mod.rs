//! Laws of every subject: its canonical form is RFC 8785, checked with an independent crate.

mod lists;
mod pairs;

use std::{borrow::Cow, collections::BTreeMap};

use proptest::prelude::*;
use serde::Serialize;

use super::{
    Canonical,
    canonical::{Form, canonical},
};
use crate::{Fingerprint, Subject};

/// Returns the RFC 8785 form of what serde writes.
fn of_serde(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap();
    serde_json_canonicalizer::to_string(&value).unwrap()
}

fn of_ours(value: &(impl Canonical + ?Sized)) -> String {
    canonical(value, Form::Change)
}

#[derive(Clone, Debug, Serialize, Subject)]
#[serde(rename_all = "camelCase")]
struct Whole<'a, T> {
    plain_text: String,
    r#type: u8,
    flag: bool,
    small: i8,
    large: i64,
    #[serde(rename = "\u{1F600}")]
    smile: Option<Box<T>>,
    #[serde(rename(serialize = "\u{FB33}", deserialize = "dalet"))]
    dalet: u16,
    #[serde(rename = "quote\"back\\slash\nline\u{1}")]
    escaped: [i32; 2],
    #[serde(skip_serializing_if = "Option::is_none", default)]
    a_maybe: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    z_list: Vec<Change<T>>,
    map: BTreeMap<String, Vec<Option<T>>>,
    borrowed: &'a str,
    owned_or_not: Cow<'a, [u32]>,
    #[serde(skip)]
    #[subject(shown)]
    shown: Vec<String>,
    #[subject(json)]
    json: serde_json::Value,
    unit: Unit,
    list: List,
}

#[derive(Clone, Debug, Serialize, Subject)]
struct Unit;

#[derive(Clone, Debug, Serialize, Subject)]
#[serde(transparent)]
struct List(Vec<Outside>);

/// A subject in which every key may be left out.
#[derive(Clone, Debug, Serialize, Subject)]
struct Change<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<T>,
}

#[derive(Clone, Debug, Serialize, Subject)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE", rename_all_fields = "PascalCase")]
enum Outside {
    PlainUnit,
    #[serde(rename = "renamed")]
    Other,
    WithFields {
        some_field: i64,
        another: String,
    },
    #[serde(rename_all = "kebab-case")]
    Empty {},
}

#[derive(Clone, Debug, Serialize, Subject)]
#[serde(tag = "m", rename_all = "snake_case")]
enum Inside {
    PlainUnit,
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    Fields {
        a_field: i64,
        #[serde(skip_serializing_if = "String::is_empty")]
        zet: String,
        out: Option<Box<Inside>>,
    },
}

#[derive(Clone, Debug, Serialize, Subject)]
#[serde(tag = "type", rename = "of_type")]
struct Tagged {
    zulu: u64,
    alpha: Inside,
}

/// Generates integers that a double holds exactly: RFC 8785 knows no others.
fn integer() -> impl Strategy<Value = i64> {
    const LIMIT: i64 = (1 << 53) - 1;
    prop_oneof![-LIMIT..=LIMIT, -9_i64..9, Just(LIMIT), Just(-LIMIT)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[\"\\\\/\u{0}-\u{1f}a\u{7f}é\u{2028}]{0,8}"
    ]
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        integer().prop_map(Into::into),
        proptest::num::f64::NORMAL.prop_map(Into::into),
        prop_oneof![-1e25..1e25_f64, -1e-9..1e-9_f64].prop_map(Into::into),
        text().prop_map(Into::into),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            proptest::collection::hash_map(text(), inner, 0..4)
                .prop_map(|map| map.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

fn outside() -> impl Strategy<Value = Outside> {
    prop_oneof![
        Just(Outside::PlainUnit),
        Just(Outside::Other),
        Just(Outside::Empty {}),
        (integer(), text()).prop_map(|(some_field, another)| Outside::WithFields {
            some_field,
            another
        }),
    ]
}

fn inside() -> impl Strategy<Value = Inside> {
    Just(Inside::PlainUnit).prop_recursive(3, 4, 1, |inner| {
        (integer(), text(), proptest::option::of(inner)).prop_map(|(a_field, zet, out)| {
            Inside::Fields {
                a_field,
                zet,
                out: out.map(Box::new),
            }
        })
    })
}

prop_compose! {
    fn whole()(
        plain_text in text(), r#type: u8, flag: bool, small: i8, large in integer(),
        smile in proptest::option::of(text()), dalet: u16, escaped: [i32; 2],
        (a_maybe, shown) in (proptest::option::of(text()), proptest::collection::vec(text(), 0..2)),
        z_list in proptest::collection::vec((proptest::option::of(text()), proptest::option::of(text())), 0..3),
        map in proptest::collection::btree_map(text(), proptest::collection::vec(proptest::option::of(text()), 0..3), 0..4),
        json in json(), list in proptest::collection::vec(outside(), 0..3),
    ) -> Whole<'static, String> {
        Whole {
            plain_text, r#type, flag, small, large,
            smile: smile.map(Box::new),
            dalet, escaped, a_maybe,
            z_list: z_list.into_iter().map(|(b, a)| Change { b, a }).collect(),
            map,
            borrowed: "\u{e9}",
            owned_or_not: Cow::Borrowed(&[1, 2]),
            shown, json,
            unit: Unit,
            list: List(list),
        }
    }
}

proptest! {
    #[test]
    fn the_canonical_form_is_rfc_8785_of_what_serde_writes(whole in whole()) {
        prop_assert_eq!(of_ours(&whole), of_serde(&whole));
    }

    #[test]
    fn so_is_that_of_tagged_types(zulu in 0_u64..1 << 53, alpha in inside()) {
        let tagged = Tagged { zulu, alpha };
        prop_assert_eq!(of_ours(&tagged), of_serde(&tagged));
    }

    #[test]
    fn json_from_elsewhere_is_written_as_rfc_8785_does(json in json()) {
        #[derive(Subject)]
        struct Holds {
            #[subject(json)]
            json: serde_json::Value,
            #[subject(json)]
            list: Vec<Option<serde_json::Map<String, serde_json::Value>>>,
            #[subject(json)]
            #[serde(skip_serializing_if = "Option::is_none")]
            maybe: Option<serde_json::Value>,
        }
        let expected = serde_json_canonicalizer::to_string(&json).unwrap();
        let map = [("a".to_owned(), json.clone())].into_iter().collect();
        let holds = Holds { list: vec![Some(map), None], maybe: Some(json.clone()), json };
        prop_assert_eq!(
            of_ours(&holds),
            format!("{{\"json\":{expected},\"list\":[{{\"a\":{expected}}},null],\"maybe\":{expected}}}")
        );
    }

    #[test]
    fn the_fingerprint_is_sha_256_of_scope_and_subject(scope in text(), whole in whole()) {
        use sha2::Digest as _;

        let pair = serde_json::json!([scope, whole]);
        let bytes = serde_json_canonicalizer::to_vec(&pair).unwrap();
        let hash: [u8; 32] = sha2::Sha256::digest(bytes).into();
        let ours = Fingerprint::of(&scope, &whole).to_string();
        prop_assert_eq!(ours.len(), 64);
        for (i, byte) in hash.iter().enumerate() {
            prop_assert_eq!(&ours[2 * i..][..2], format!("{byte:02x}"));
        }
    }
}
