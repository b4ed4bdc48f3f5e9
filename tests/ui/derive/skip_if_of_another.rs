use std::ops::Deref;

use confirm::Subject;

#[derive(Subject)]
struct Fee {
    cents: i64,
}

impl Deref for Fee {
    type Target = str;

    fn deref(&self) -> &str {
        ""
    }
}

#[derive(Subject)]
struct Pay {
    #[serde(skip_serializing_if = "str::is_empty")]
    fee: Fee,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    memo: Option<Vec<u8>>,
}

fn main() {}
