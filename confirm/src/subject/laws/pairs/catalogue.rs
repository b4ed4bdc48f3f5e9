//! Subjects with a field of every kind.

use std::{borrow::Cow, collections::BTreeMap, fmt::Debug};

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Compared,
    made::{Made, Random},
};
use crate::{Canonical, Subject, subject::laws::of_ours};

/// Declares a struct that can be made at random and mixed with another.
macro_rules! made {
    ($(#[$attr:meta])* struct $name:ident {
        $($(#[$of_field:meta])* $field:ident: $ty:ty,)*
    }) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Subject)]
        $(#[$attr])*
        pub(super) struct $name {
            $($(#[$of_field])* pub(super) $field: $ty,)*
        }

        impl Made for $name {
            fn made(random: &mut Random) -> Self {
                Self { $($field: Made::made(random),)* }
            }
        }

        impl $name {
            /// Returns the value with the field at index `number` from `other`, or with every field
            /// if `number` is past the last.
            pub(super) fn with_field(&self, other: &Self, number: usize) -> Self {
                let (mut at, all) = (0, number >= [$(stringify!($field)),*].len());
                let mut is_other = || {
                    at += 1;
                    all || at - 1 == number
                };
                Self { $($field: if is_other() { &other.$field } else { &self.$field }.clone(),)* }
            }
        }
    };
}

made! {
    #[serde(rename_all = "camelCase")]
    #[subject(
        question("Set {text} to {number}?", text, number = decimal(number, scale = 2, digits = 2)),
        consequence("It stays so."),
        warning("{maybe}", maybe),
        warning("It is so", when = flag),
        warning("{word} {hidden}", word, hidden),
        context("{shown} {patched}", shown = or(shown, "nothing"), patched = or(count(patched), "no list")),
        rows = rows,
    )]
    struct Whole {
        text: String,
        number: i64,
        flag: bool,
        small: u8,
        maybe: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        patch: Option<Option<u8>>,
        #[serde(skip_serializing_if = "std::option::Option::is_none")]
        patched: Option<Vec<bool>>,
        #[serde(skip_serializing_if = "Option::<Box<Option<String>>>::is_none")]
        boxed_patch: Option<Box<Option<String>>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        list: Vec<Option<Word>>,
        #[serde(skip_serializing_if = "String::is_empty")]
        note: String,
        #[serde(skip_serializing_if = "str::is_empty")]
        boxed_note: Box<str>,
        #[serde(skip_serializing_if = "str::is_empty")]
        cow_note: Cow<'static, str>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        slice: Box<[u8]>,
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        map: BTreeMap<String, Option<u8>>,
        nested: Vec<Vec<Option<bool>>>,
        array: [Option<u8>; 2],
        #[subject(json)]
        json: Value,
        #[subject(json)]
        #[serde(skip_serializing_if = "Value::is_null")]
        maybe_json: Value,
        #[subject(json)]
        #[serde(skip_serializing_if = "Option::is_none")]
        json_patch: Option<Value>,
        #[subject(json)]
        json_maps: Vec<Option<Map<String, Value>>>,
        #[subject(unordered)]
        rows: Lines,
        #[subject(unordered)]
        #[serde(skip_serializing_if = "Option::is_none")]
        unordered: Option<Vec<Word>>,
        word: Word,
        words: BTreeMap<String, Vec<Word>>,
        tagged: Tagged,
        generic: Generic<Option<u8>, Vec<Option<u8>>>,
        optional: Option<Generic<Tagged, Word>>,
        unit: Unit,
        newtype: Newtype,
        #[serde(rename = "a\"b\u{fb33}")]
        renamed: u8,
        #[serde(rename = "a\"b💰")]
        renamed_too: Option<bool>,
        #[serde(skip)]
        #[subject(shown)]
        shown: Option<String>,
        #[serde(skip)]
        #[subject(shown, redacted)]
        hidden: u8,
        #[serde(skip)]
        #[subject(shown, unordered)]
        shown_list: Vec<Word>,
    }
}

/// The list of elements that are shown as rows.
pub(super) type Lines = Vec<Line>;

made! {
    #[subject(row("{word} {amount}", amount = decimal(amount, scale = 2, digits = 2)))]
    struct Line {
        id: u8,
        word: Word,
        #[serde(skip)]
        #[subject(shown)]
        amount: i64,
    }
}

/// A subject with a type parameter that may be `null`, and one that may not.
#[derive(Clone, Debug, PartialEq, Serialize, Subject)]
pub(super) struct Generic<T, U> {
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<T>,
    list: Vec<T>,
    optional: Option<U>,
}

impl<T: Made, U: Made> Made for Generic<T, U> {
    fn made(random: &mut Random) -> Self {
        Self {
            maybe: Made::made(random),
            list: Made::made(random),
            optional: Made::made(random),
        }
    }
}

/// A unit struct, which is written as `null`.
#[derive(Clone, Debug, PartialEq, Serialize, Subject)]
pub(super) struct Unit;

impl Made for Unit {
    fn made(_: &mut Random) -> Self {
        Self
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Subject)]
#[serde(transparent)]
pub(super) struct Newtype(Vec<Option<Word>>);

impl Made for Newtype {
    fn made(random: &mut Random) -> Self {
        Self(Made::made(random))
    }
}

/// An enum whose variants have similar names.
#[derive(Clone, Debug, PartialEq, Serialize, Subject)]
#[serde(rename_all = "snake_case")]
pub(super) enum Word {
    #[subject(label("set up"))]
    SetUp,
    #[subject(label("set up"))]
    Setup,
    #[serde(rename = "SetUp")]
    #[subject(label("other"))]
    Other,
    #[subject(label("{up}", up))]
    Set { up: String },
    #[subject(label("empty"))]
    Empty {},
}

impl Made for Word {
    fn made(random: &mut Random) -> Self {
        match random.below(5) {
            0 => Self::SetUp,
            1 => Self::Setup,
            2 => Self::Other,
            3 => Self::Set {
                up: Made::made(random),
            },
            _ => Self::Empty {},
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Subject)]
#[serde(tag = "kind", rename_all = "SCREAMING-KEBAB-CASE")]
pub(super) enum Tagged {
    KeepIt,
    #[serde(rename = "keepIt")]
    Keep {
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<u8>,
    },
    Deep {
        inner: Option<Box<Tagged>>,
    },
}

impl Made for Tagged {
    fn made(random: &mut Random) -> Self {
        match random.below(5) {
            0 | 1 => Self::KeepIt,
            2 | 3 => Self::Keep {
                value: Made::made(random),
            },
            _ => Self::Deep {
                inner: Made::made(random),
            },
        }
    }
}

/// Sorts like the canonical form does. Elements with the same form differ only in fields that are
/// only shown, so they are sorted by their `Debug` text.
pub(super) fn sort<T: Canonical + Debug>(list: &mut [T]) {
    list.sort_by_key(|element| (of_ours(element), format!("{element:?}")));
}

impl Compared for Whole {
    fn normal(&self) -> Self {
        let mut normal = self.clone();
        sort(&mut normal.rows);
        sort(&mut normal.shown_list);
        normal.unordered.iter_mut().for_each(|list| sort(list));
        normal
    }

    fn written(&self) -> Self {
        let mut written = Self {
            shown: None,
            hidden: 0,
            shown_list: Vec::new(),
            ..self.clone()
        };
        written.rows.iter_mut().for_each(|row| row.amount = 0);
        sort(&mut written.rows);
        written
    }

    fn with(&self, other: &Self, random: &mut Random) -> Self {
        self.with_field(other, random.below(40))
    }

    fn shuffled(&self, random: &mut Random) -> Self {
        let mut shuffled = self.clone();
        random.shuffle(&mut shuffled.rows);
        random.shuffle(&mut shuffled.shown_list);
        let unordered = shuffled.unordered.iter_mut();
        unordered.for_each(|list| random.shuffle(list));
        shuffled
    }

    fn lines(&self) -> &[Line] {
        &self.rows
    }
}
