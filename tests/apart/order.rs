//! A program that imports `confirm` under another name, and is built with a `serde_json` that keeps the
//! order of keys. It prints fingerprints.

use renamed::{Fingerprint, Subject};

#[derive(Subject)]
#[subject(crate = "renamed", question("Set {count} thing(s)?", count = count(things)), rows = things)]
struct Set {
    #[subject(unordered)]
    things: Vec<Thing>,
}

#[derive(Subject)]
#[subject(crate = "renamed", row("{name}"))]
struct Thing {
    name: String,
    #[subject(json)]
    json: serde_json::Value,
}

fn main() {
    let json: serde_json::Value = serde_json::from_str(r#"{"z":1,"a":{"y":2,"b":[3]}}"#).unwrap();
    // Check the premise: without `preserve_order` this would be sorted.
    assert_eq!(json.to_string(), r#"{"z":1,"a":{"y":2,"b":[3]}}"#);
    let things = vec![
        Thing {
            name: "b".into(),
            json: json.clone(),
        },
        Thing {
            name: "a".into(),
            json,
        },
    ];
    println!("{}", Fingerprint::of("plan", &Set { things }));
}
