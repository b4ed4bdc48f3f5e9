use std::borrow::Cow;

use confirm::Subject;

type Maybe<T> = Option<T>;

#[derive(Clone, Subject)]
struct Unit;

#[derive(Subject)]
struct Patch<'a> {
    direct: Option<Option<String>>,
    alias: Maybe<Maybe<u8>>,
    boxed: Option<Box<Option<u8>>>,
    borrowed: Option<&'a Option<u8>>,
    cow: Option<Cow<'a, Option<u8>>>,
    inside: Vec<Option<[Option<Maybe<u8>>; 2]>>,
    unit: Option<Unit>,
    #[subject(unordered)]
    unordered: Option<Option<Vec<u8>>>,
    #[subject(shown)]
    shown: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Option<Option<u8>>>,
}

#[derive(Subject)]
#[serde(transparent)]
struct List(Vec<Option<Option<u8>>>);

fn main() {}
