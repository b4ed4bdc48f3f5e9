use confirm::Subject;

#[derive(Subject)]
#[serde(rename_all = "lowercase")]
enum Op {
    SetUp,
    Other,
    Setup,
}

#[derive(Subject)]
enum Renamed {
    #[serde(rename = "keep")]
    Keep,
    #[serde(rename(serialize = "keep", deserialize = "erase"))]
    Erase { id: u8 },
}

#[derive(Subject)]
#[serde(tag = "op", rename_all = "SCREAMING_SNAKE_CASE")]
enum Tagged {
    Keep { id: u8 },
    KEEP { id: u8 },
    #[serde(rename = "KEEP")]
    Third,
}

fn main() {}
