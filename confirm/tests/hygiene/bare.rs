//! Derived code without the standard library's prelude in scope.

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
