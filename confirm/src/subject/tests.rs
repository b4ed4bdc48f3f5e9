use super::canonical::{Form, canonical};
use crate::{Fingerprint, Subject};

/// Checks the samples of RFC 8785 §3.2.2 to §3.2.4.
#[test]
fn the_vectors_of_rfc_8785() {
    #[derive(Subject)]
    struct Holds {
        #[subject(json)]
        json: serde_json::Value,
    }
    let canonical = |json: &str| {
        let json = serde_json::from_str(json).unwrap();
        canonical(&Holds { json }, Form::Change)
    };
    assert_eq!(
        canonical(
            r#"{
                "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
                "literals": [null, true, false]
            }"#
        ),
        concat!(
            r#"{"json":{"literals":[null,true,false],"#,
            r#""numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#,
            r#""string":"€$\u000f\nA'B\"\\\\\"/"}}"#,
        )
    );
    assert_eq!(
        canonical(
            r#"{
                "\u20ac": "Euro Sign",
                "\r": "Carriage Return",
                "\ufb33": "Hebrew Letter Dalet With Dagesh",
                "1": "One",
                "\ud83d\ude00": "Emoji: Grinning Face",
                "\u0080": "Control",
                "\u00f6": "Latin Small Letter O With Diaeresis"
            }"#
        ),
        concat!(
            r#"{"json":{"\r":"Carriage Return","1":"One","#,
            "\"\u{80}\":\"Control\",",
            r#""ö":"Latin Small Letter O With Diaeresis","#,
            r#""€":"Euro Sign","😀":"Emoji: Grinning Face","#,
            "\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}}",
        )
    );
}

/// Checks that the macro sorts the same keys as RFC 8785 does.
#[test]
fn the_macro_sorts_as_rfc_8785_does() {
    #[derive(Subject)]
    struct Keys {
        #[serde(rename = "\u{20ac}")]
        euro: u8,
        #[serde(rename = "\r")]
        carriage_return: u8,
        #[serde(rename = "\u{fb33}")]
        dalet: u8,
        #[serde(rename = "1")]
        one: u8,
        #[serde(rename = "\u{1F600}")]
        face: u8,
        #[serde(rename = "\u{80}")]
        control: u8,
        #[serde(rename = "\u{f6}")]
        diaeresis: u8,
    }
    let keys = Keys {
        euro: 5,
        carriage_return: 1,
        dalet: 7,
        one: 2,
        face: 6,
        control: 3,
        diaeresis: 4,
    };
    assert_eq!(
        canonical(&keys, Form::Change),
        "{\"\\r\":1,\"1\":2,\"\u{80}\":3,\"ö\":4,\"€\":5,\"😀\":6,\"\u{fb33}\":7}"
    );
}

#[test]
fn integers_keep_their_digits() {
    assert_eq!(canonical(&u64::MAX, Form::Change), "18446744073709551615");
    assert_eq!(canonical(&i64::MIN, Form::Change), "-9223372036854775808");
    assert_eq!(
        canonical(&[(1_i64 << 53) + 1], Form::Change),
        "[9007199254740993]"
    );
}

#[derive(Subject)]
struct Pair {
    a: String,
    b: String,
}

fn pair(a: &str, b: &str) -> Fingerprint {
    let pair = Pair {
        a: a.into(),
        b: b.into(),
    };
    Fingerprint::of("plan", &pair)
}

/// Checks the table "Fingerprints" of the cases.
#[test]
fn what_differs_has_another_fingerprint() {
    #[derive(Subject)]
    struct Added {
        a: String,
        b: String,
        c: Option<String>,
    }
    let added = Added {
        a: "x".into(),
        b: "z".into(),
        c: None,
    };
    let of = |list: &[&str]| Fingerprint::of("plan", &list);
    assert_ne!(pair("x\ny", "z"), pair("x", "y\nz"));
    assert_ne!(pair("x", "z"), Fingerprint::of("plan", &added));
    assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
    assert_ne!(of(&["x", "x"]), of(&["x"]));
    assert_ne!(of(&["\u{e9}"]), of(&["e\u{301}"]));
    assert_ne!(Fingerprint::of("plan", &1), Fingerprint::of("plan", &"1"));
    assert_ne!(
        Fingerprint::of("plan", &None::<String>),
        Fingerprint::of("plan", &Some(""))
    );
    assert_ne!(
        Fingerprint::of("plan", &"x"),
        Fingerprint::of("other", &"x")
    );
    assert_ne!(
        Fingerprint::of("[\"x\",", &"x"),
        Fingerprint::of("[", &"x\",x")
    );
}

#[test]
fn a_fingerprint_reads_the_same_wherever_it_stands() {
    let fingerprint = pair("a", "b");
    let text = fingerprint.to_string();
    assert!(text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')));
    assert_eq!(format!("{fingerprint:?}"), text);
    assert_eq!(serde_json::to_value(fingerprint).unwrap(), text);
}

/// Checks that a type named like a refused one of the standard library is still a subject.
#[test]
fn a_name_in_doubt_is_written_like_any_other() {
    macro_rules! subjects {
        ($($name:ident)*) => {$(
            #[derive(Subject)]
            #[allow(non_camel_case_types, reason = "`f64` is one of them")]
            struct $name {
                n: u8,
            }
        )*};
    }
    subjects!(f64 i128 Cell Rc HashMap HashSet Value);

    #[derive(Subject)]
    struct Holds {
        a: f64,
        b: i128,
        c: Cell,
        d: Rc,
        e: HashMap,
        f: HashSet,
        g: Value,
    }
    let holds = Holds {
        a: f64 { n: 1 },
        b: i128 { n: 2 },
        c: Cell { n: 3 },
        d: Rc { n: 4 },
        e: HashMap { n: 5 },
        f: HashSet { n: 6 },
        g: Value { n: 7 },
    };
    assert_eq!(
        canonical(&holds, Form::Change),
        r#"{"a":{"n":1},"b":{"n":2},"c":{"n":3},"d":{"n":4},"e":{"n":5},"f":{"n":6},"g":{"n":7}}"#
    );
}

#[test]
fn the_order_of_fields_is_none() {
    #[derive(Subject)]
    struct Riap {
        b: String,
        a: String,
    }
    let riap = Riap {
        b: "z".into(),
        a: "x".into(),
    };
    assert_eq!(pair("x", "z"), Fingerprint::of("plan", &riap));
}

/// Checks serde's renaming rule by rule, with names that are easy to get wrong.
#[test]
#[allow(non_snake_case, reason = "it is legal, so serde has an answer")]
fn names_are_renamed_as_serde_does() {
    use serde::Serialize;

    macro_rules! rules {
        ($($rule:literal)*) => {$({
            #[derive(Serialize, Subject)]
            #[serde(rename_all = $rule)]
            struct Fields {
                x: u8,
                some_field: u8,
                _before: u8,
                after_: u8,
                two__between: u8,
                field_2b: u8,
                r#type: u8,
            }
            #[derive(Serialize, Subject)]
            #[serde(rename_all = $rule)]
            enum Variants {
                X,
                SomeVariant,
                HTTPPut,
                Variant2b,
                #[serde(rename_all = $rule)]
                Fields { some_field: u8 },
            }
            let fields = Fields {
                x: 1,
                some_field: 2,
                _before: 3,
                after_: 4,
                two__between: 5,
                field_2b: 6,
                r#type: 7,
            };
            let expected = serde_json::to_value(&fields).unwrap();
            let expected = serde_json_canonicalizer::to_string(&expected).unwrap();
            assert_eq!(canonical(&fields, Form::Change), expected);
            for variant in [
                Variants::X,
                Variants::SomeVariant,
                Variants::HTTPPut,
                Variants::Variant2b,
                Variants::Fields { some_field: 1 },
            ] {
                let expected = serde_json::to_string(&variant).unwrap();
                assert_eq!(canonical(&variant, Form::Change), expected);
            }
        })*};
    }
    rules!(
        "lowercase" "UPPERCASE" "PascalCase" "camelCase" "snake_case" "SCREAMING_SNAKE_CASE"
        "kebab-case" "SCREAMING-KEBAB-CASE"
    );
}

/// Checks attributes that only change how a value is read.
#[test]
fn what_serde_reads_does_not_matter() {
    use serde::{Deserialize, Deserializer, Serialize};

    #[derive(Default, Serialize, Deserialize, Subject)]
    #[serde(
        default,
        deny_unknown_fields,
        expecting = "a note",
        bound(deserialize = "")
    )]
    #[serde(rename_all(deserialize = "camelCase"))]
    struct Note<'a> {
        #[serde(default, alias = "text", alias = "note", rename(deserialize = "n"))]
        my_memo: String,
        #[serde(deserialize_with = "read")]
        count: u8,
        #[serde(borrow)]
        name: &'a str,
        #[serde(skip_deserializing)]
        id: u8,
    }
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        u8::deserialize(deserializer)
    }
    assert_eq!(
        canonical(&Note::default(), Form::Change),
        r#"{"count":0,"id":0,"my_memo":"","name":""}"#
    );
}
