//! A program of an older edition.

#![deny(warnings)]

use renamed::Subject;
use serde::Serialize;

/// A subject with names that are keywords in another edition, and with names that are raw in both.
#[derive(Serialize, Subject)]
#[subject(
    crate = "renamed",
    question("Set {gen} to {type}?", gen = or(gen, "nothing"), type),
    warning("{try}", try, when = gen),
    context("{gen}", gen = decimal(gen, scale = try, digits = r#type), when = gen),
    rows = r#match,
)]
struct Names {
    gen: Option<u8>,
    r#type: u8,
    #[serde(rename = "attempt")]
    r#try: u8,
    r#match: Vec<Line>,
}

#[derive(Serialize, Subject)]
#[subject(crate = "renamed")]
enum Line {
    #[subject(row("{gen} {r}"))]
    #[serde(rename_all = "UPPERCASE")]
    Gen { gen: u8, r: u8 },
}

fn main() {
    let names = Names {
        gen: Some(5),
        r#type: 1,
        r#try: 2,
        r#match: vec![Line::Gen { gen: 3, r: 4 }],
    };
    println!("{}", names.preview());
}
