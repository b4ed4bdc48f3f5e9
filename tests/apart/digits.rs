//! A program built with a `serde_json` that keeps the digits of every number.

#![deny(warnings)]

use renamed::{Fingerprint, Subject};
use serde::Serialize;

#[derive(Serialize, Subject)]
#[subject(crate = "renamed")]
struct Set {
    #[subject(json)]
    json: serde_json::Value,
}

fn fingerprint(digits: &str) -> Fingerprint {
    let json = serde_json::from_str(digits).unwrap();
    let set = Set { json };
    // Check the premise: without `arbitrary_precision` a large number would be rounded.
    assert_eq!(serde_json::to_string(&set).unwrap(), format!(r#"{{"json":{digits}}}"#));
    Fingerprint::of("plan", &set)
}

fn main() {
    let numbers = [
        "0",
        "18446744073709551615",
        "18446744073709551616",
        "18446744073709551617",
        "18446744073709552000",
        "-9223372036854775808",
        "-9223372036854775809",
        "0.1",
        "0.10000000000000000001",
        "1e-400",
        "1e+400",
        "2e+400",
    ];
    for (i, one) in numbers.iter().enumerate() {
        for other in &numbers[..i] {
            assert_ne!(fingerprint(one), fingerprint(other), "{one} and {other}");
        }
    }
    assert_eq!(fingerprint("-0"), fingerprint("0"));
    assert_eq!(fingerprint("1.50"), fingerprint("15e-1"));

    println!("numbers are as they are sent");
}
