//! Derived code where every name of the prelude is something else.

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

/// Fields named like the local variables of derived code.
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
