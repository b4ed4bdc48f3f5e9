//! Blanket methods with the names of those that derived code needs.

use confirm::Subject;

macro_rules! in_the_way {
    ($($name:ident)*) => {
        /// In the way, by reference.
        pub trait ByReference {$(
            /// Collides with a name in derived code.
            fn $name(&self) -> bool {
                true
            }
        )*}
        impl<T: ?Sized> ByReference for T {}

        /// In the way, by value.
        pub mod by_value {
            /// Collides with a name in derived code.
            pub trait ByValue: Sized {$(
                /// Collides with a name in derived code.
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

/// Every attribute whose code calls a method.
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

/// Makes a subject that differs only in its shown fields.
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
