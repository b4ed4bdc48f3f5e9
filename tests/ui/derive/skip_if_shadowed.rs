use confirm::Subject;

type Maybe<T> = core::option::Option<T>;

struct Option<T>(T);

impl<T> Option<T> {
    fn is_none(_: &Maybe<T>) -> bool {
        true
    }
}

mod std {
    pub mod string {
        pub struct String;
    }
}

#[derive(Subject)]
struct Pay {
    #[serde(skip_serializing_if = "Option::is_none")]
    fee: Maybe<i64>,
    #[serde(skip_serializing_if = "std::string::String::is_empty")]
    memo: String,
}

fn main() {}
