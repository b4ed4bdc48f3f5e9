//! Derived code among names that are made to be in its way.

#![deny(warnings, missing_docs, unused, rust_2018_idioms, single_use_lifetimes)]
#![deny(clippy::all, clippy::pedantic)]
#![allow(
    missing_debug_implementations,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "about the types in here, not about what is derived from them"
)]

/// Nothing of the standard library is in sight.
pub mod bare {
    #![no_implicit_prelude]

    use ::confirm::Subject;

    /// Every attribute and format.
    #[derive(Subject)]
    #[subject(
        kind = "pay_all",
        tier = Handoff,
        question("Pay {count} bill(s) from {account}?", count = count(bills), account = or(account, "cash")),
        consequence("It cannot be called back."),
        warning("Over {limit}", limit = decimal(limit, scale = 3, digits = digits), when = limit),
        warning("Late", when = late),
        context("On {date}, {plan}", date = date(date), plan),
        rows = bills,
    )]
    pub struct Pay<'a, T: ::std::clone::Clone, const N: usize>
    where
        T: ::std::fmt::Debug,
    {
        #[subject(unordered)]
        bills: [Bill<T>; N],
        account: ::std::option::Option<&'a str>,
        limit: ::std::option::Option<i64>,
        #[subject(shown)]
        digits: u8,
        late: bool,
        #[subject(shown)]
        date: &'a str,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        plan: ::std::option::Option<::std::string::String>,
        #[subject(json)]
        json: ::serde_json::Value,
    }

    /// A generic row.
    #[derive(Subject)]
    #[subject(row("{value} {when_due} {flag}", when_due = or(date(due), "no date")))]
    pub struct Bill<T> {
        value: T,
        due: ::std::option::Option<::std::string::String>,
        flag: Flag,
    }

    /// Labels.
    #[derive(Subject)]
    #[serde(tag = "flag", rename_all = "lowercase")]
    pub enum Flag {
        /// With a value.
        #[subject(label("{name} flag", name))]
        Named {
            /// The value.
            name: &'static str,
        },
        /// Without.
        #[subject(label("no flag"))]
        None,
    }

    /// A part that only this module sees, in types that everybody sees.
    #[derive(Subject)]
    #[subject(row("{id} {value}"))]
    struct Private<T> {
        id: u8,
        value: T,
    }

    /// A list of them.
    #[derive(Subject)]
    #[subject(rows = self)]
    pub struct Privates(::std::vec::Vec<Private<u8>>);

    /// Holds such a list.
    #[derive(Subject)]
    #[subject(question("Delete {count}?", count = count(list)), rows = list)]
    pub struct DeletePrivates {
        list: Privates,
    }

    /// A generic list of them.
    #[derive(Subject)]
    #[subject(question("Delete {count}?", count = count(self)), rows = self)]
    pub struct GenericPrivates<T>(::std::vec::Vec<Private<T>>);

    /// A list.
    #[derive(Subject)]
    #[subject(question("Delete {count}?", count = count(self)), rows = self)]
    pub struct Ids(#[subject(unordered)] ::std::vec::Vec<::std::string::String>);
}

/// Every name of the prelude is another thing.
pub mod shadowed {
    #![allow(
        dead_code,
        non_camel_case_types,
        non_upper_case_globals,
        reason = "they are in the way"
    )]

    use confirm::Subject;

    /// In the way.
    pub struct String;
    /// In the way.
    pub struct Vec;
    /// In the way.
    pub struct Option;
    /// In the way.
    pub struct Result;
    /// In the way.
    pub struct Box;
    /// In the way.
    pub struct Text;
    /// In the way.
    pub struct Preview;
    /// In the way.
    pub struct Canonical;
    /// In the way.
    pub struct Tier;
    /// In the way.
    pub struct str;
    /// In the way.
    pub struct u32;
    /// In the way.
    pub const Some: () = ();
    /// In the way.
    pub const None: () = ();
    /// In the way.
    pub const Ok: () = ();
    /// In the way.
    pub mod core {}
    /// In the way.
    pub mod std {}
    /// In the way.
    pub mod confirm_derive {}

    type Amount = ::core::primitive::i64;
    type Name = ::std::string::String;
    type Maybe<T> = ::std::option::Option<T>;

    /// Fields with the names of what derived code uses.
    #[derive(Subject)]
    pub enum Names {
        /// As locals.
        #[subject(
            question(
                "Set {out} {value} {__out}?",
                out = or(decimal(out, scale = value, digits = value), "nothing"),
                value,
                __out,
            ),
            warning("{when}", when = line),
            context("{line} {self_value}", line = decimal(line, scale = 0, digits = 0), self_value, when = line),
        )]
        Set {
            /// A field.
            out: Maybe<Amount>,
            /// A field.
            value: ::core::primitive::u8,
            /// A field.
            __out: Name,
            /// A field.
            line: Maybe<Amount>,
            /// A field.
            when: Name,
            /// A field.
            self_value: Name,
            /// A field.
            krate: Name,
        },
        /// As keywords.
        #[subject(question("Set {type} to {match}?"))]
        Keywords {
            /// A field.
            r#type: Name,
            /// A field.
            r#match: Name,
        },
    }

    impl Names {
        /// Makes one.
        #[must_use]
        pub fn set() -> Self {
            Self::Set {
                out: Maybe::Some(1),
                value: 2,
                __out: Name::from("c"),
                line: Maybe::Some(4),
                when: Name::from("w"),
                self_value: Name::from("s"),
                krate: Name::new(),
            }
        }
    }

    /// A raw name.
    #[derive(Subject)]
    #[subject(question("Delete {r}?"))]
    pub struct r#struct {
        r: Name,
    }
}

/// Methods of everything, with the names of those that derived code needs.
pub mod hijacked {
    use confirm::Subject;

    macro_rules! in_the_way {
        ($($name:ident)*) => {
            /// In the way, by reference.
            pub trait ByReference {$(
                /// In the way.
                fn $name(&self) -> bool {
                    true
                }
            )*}
            impl<T: ?Sized> ByReference for T {}

            /// In the way, by value.
            pub mod by_value {
                /// In the way.
                pub trait ByValue: Sized {$(
                    /// In the way.
                    #[must_use]
                    fn $name(self) -> bool {
                        true
                    }
                )*}
                impl<T> ByValue for T {}
            }
        };
    }
    in_the_way!(
        arg consequence context count hash holds includes_shown integer json key list lines maybe
        optional places preview raw row rows rows_of sensitive show string
        text unordered warning write_canonical write_json write_unordered written
    );
    #[allow(unused_imports, reason = "derived code calls no method")]
    use by_value::ByValue as _;

    /// Every part that calls something.
    #[derive(Subject)]
    #[subject(
        sensitive,
        question("Pay {count} from {account}?", count = count(bills), account = or(account, "cash")),
        consequence("It cannot be called back."),
        warning("Over {limit}", limit = decimal(limit, scale = digits, digits = 2), when = limit),
        context("{plan}", plan),
        rows = bills,
    )]
    pub struct Pay {
        #[subject(unordered)]
        bills: Vec<Bill>,
        #[subject(shown)]
        account: Option<String>,
        #[subject(shown)]
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<i64>,
        #[subject(shown)]
        digits: u8,
        #[serde(skip_serializing_if = "String::is_empty")]
        plan: String,
        #[subject(json)]
        #[serde(skip_serializing_if = "Option::is_none")]
        json: Option<serde_json::Value>,
        #[allow(
            clippy::option_option,
            reason = "it tells a cleared memo from one that stays"
        )]
        #[serde(skip_serializing_if = "Option::is_none")]
        memo: Option<Option<String>>,
    }

    /// A row.
    #[derive(Subject)]
    #[subject(row("{id} {payee}"))]
    pub struct Bill {
        id: u8,
        #[subject(shown)]
        payee: String,
    }

    /// A list.
    #[derive(Subject)]
    #[subject(question("Pay {count}?", count = count(self)), rows = self)]
    pub struct Bills(Vec<Bill>);

    /// Of which only the shown fields differ.
    #[must_use]
    pub fn pay(shown: &str) -> Pay {
        Pay {
            bills: vec![Bill {
                id: 1,
                payee: shown.into(),
            }],
            account: Some(shown.into()),
            limit: Some(2),
            digits: 0,
            plan: String::new(),
            json: None,
            memo: Some(None),
        }
    }
}

/// A type that is deprecated, in types that mean it.
pub mod deprecated {
    use confirm::Subject;

    /// An old row.
    #[deprecated]
    #[derive(Subject)]
    #[subject(row("{id}"))]
    pub struct Old<T> {
        id: T,
    }

    /// An old list.
    #[deprecated]
    #[allow(deprecated)]
    #[derive(Subject)]
    #[subject(question("Delete {count}?", count = count(self)), rows = self)]
    pub struct OldList(#[subject(unordered)] Vec<Old<u8>>);

    /// A new type with old parts.
    #[derive(Subject)]
    #[allow(deprecated)]
    #[subject(question("Delete {count}?", count = count(list)), rows = list)]
    pub struct Holds {
        list: Vec<Old<u8>>,
        #[subject(shown)]
        #[serde(skip_serializing_if = "Option::is_none")]
        old: Option<Old<u8>>,
    }

    /// Old variants.
    #[derive(Subject)]
    pub enum Flag {
        /// Old.
        #[deprecated]
        #[subject(label("red"))]
        Red,
        /// With an old field.
        #[subject(label("{name}"))]
        Named {
            /// Old.
            #[deprecated]
            name: String,
        },
    }
}

/// The crate by another name, and a type in a macro and in a function.
pub mod renamed {
    /// Another name.
    pub mod other {
        pub use confirm::*;
    }

    /// By a path.
    #[derive(confirm::Subject)]
    #[subject(crate = "crate::renamed::other", question("Delete {id}?"))]
    pub struct Delete {
        id: u8,
    }

    macro_rules! subject {
        ($name:ident { $($field:ident: $ty:ty),* } $($texts:tt)*) => {
            /// Made by a macro.
            #[derive(confirm::Subject)]
            #[subject(crate = "confirm", $($texts)*)]
            pub struct $name {
                $(
                    /// A field.
                    pub $field: $ty,
                )*
                own: Option<i64>,
            }

            impl $name {
                /// Makes one.
                #[must_use]
                pub fn new($($field: $ty),*) -> Self {
                    Self { $($field,)* own: Some(1) }
                }
            }
        };
    }
    subject!(Made { count: i64, name: String }
        question("Make {count} {name}?", count = decimal(count, scale = 0, digits = 0), name),
        warning("{own}", own, when = own));
}

#[test]
fn they_read_as_they_should() {
    use confirm::Subject as _;

    assert_eq!(
        shadowed::Names::set().preview().to_string(),
        "Set 0.01 2 ‘c’?\n‘w’\n4 ‘s’"
    );
    assert_eq!(
        renamed::Made::new(3, "x".into()).preview().to_string(),
        "Make 3 ‘x’?\n1"
    );
}

#[test]
fn a_type_in_a_function_is_a_subject() {
    use confirm::Subject;

    #[derive(Subject)]
    #[subject(question("Delete {id}?"))]
    struct Delete {
        id: u8,
    }
    assert_eq!(Delete { id: 3 }.preview().to_string(), "Delete 3?");
}

/// What is deprecated warns where it is named and not where it is derived.
#[test]
fn a_deprecated_field_does_not_warn() {
    use confirm::Subject;

    #[derive(Subject)]
    #[subject(question("Delete {id}?"))]
    struct Delete {
        #[deprecated]
        id: u8,
    }
    #[allow(deprecated)]
    let delete = Delete { id: 3 };
    assert_eq!(delete.preview().to_string(), "Delete 3?");
}

/// What is only shown stays out of the fingerprint, whatever methods are in scope.
#[test]
fn a_method_in_scope_changes_nothing() {
    use confirm::{Fingerprint, Subject};

    let [one, other] = ["a", "b"].map(hijacked::pay);
    assert_eq!(
        Fingerprint::of("plan", &one),
        Fingerprint::of("plan", &other)
    );
    assert_eq!(
        one.preview().question(),
        &confirm::Text::new("Pay {count} from {account}?")
            .arg("count", &1_u8)
            .arg("account", "a")
    );
}
