use confirm::Subject;

fn any(fee: &i64) -> bool {
    *fee < 0
}

#[derive(Subject)]
struct Pay {
    #[serde(skip_serializing_if = "any")]
    fee: i64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    late: bool,
    #[serde(skip_serializing_if = "Option::is_some")]
    memo: Option<String>,
    #[serde(skip_serializing_if = "<Option<u8> as Own>::is_none")]
    count: Option<u8>,
    #[serde(skip_serializing_if = "Self::is_empty")]
    list: Vec<u8>,
}

trait Own {
    fn is_none(&self) -> bool;
}

impl Own for Option<u8> {
    fn is_none(&self) -> bool {
        true
    }
}

fn main() {}
