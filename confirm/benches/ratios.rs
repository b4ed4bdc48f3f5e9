//! Measures how many times as long a fingerprint takes as the raw hash of the same bytes: `cargo
//! bench -p mcp-confirm --bench ratios`
//!
//! On a shared machine, times vary by half from one second to the next. So all ways take turns
//! here, and each ratio compares medians over the same minute.

#![allow(missing_docs)]

mod changes;

use std::{
    array,
    hint::black_box,
    time::{Duration, Instant},
};

use changes::{Ordered, Unordered, changes};
use confirm::Fingerprint;
use sha2::{Digest as _, Sha256};

const LENGTHS: [usize; 5] = [1, 20, 1_000, 10_000, 100_000];
const WAYS: [&str; 6] = [
    "ordered",
    "unordered",
    "serde_json_canonicalizer",
    "serde_jcs",
    "sorted Value",
    "raw SHA-256",
];

fn main() {
    println!("| changes | raw SHA-256 | {} |", WAYS[..5].join(" | "));
    println!("|---{}|", "|---".repeat(WAYS.len()));
    for length in LENGTHS {
        let [others @ .., raw] = medians(length);
        let ratios = others.map(|time| format!("{:.2}", time.as_secs_f64() / raw.as_secs_f64()));
        println!("| {length} | {raw:.1?} | {} |", ratios.join(" | "));
    }
}

/// Returns the median time of each way.
fn medians(length: usize) -> [Duration; WAYS.len()] {
    let changes = changes(length);
    let unordered = Unordered {
        changes: changes.clone(),
    };
    let ordered = Ordered { changes };
    let bytes = serde_json_canonicalizer::to_vec(&("plan-1", &ordered)).unwrap();
    let hash = |json: Vec<u8>| black_box(Sha256::digest(json));
    let ways: [&dyn Fn(); WAYS.len()] = [
        &|| _ = black_box(Fingerprint::of("plan-1", &ordered)),
        &|| _ = black_box(Fingerprint::of("plan-1", &unordered)),
        &|| _ = hash(serde_json_canonicalizer::to_vec(&("plan-1", &ordered)).unwrap()),
        &|| _ = hash(serde_jcs::to_vec(&("plan-1", &ordered)).unwrap()),
        &|| {
            let value = serde_json::to_value(("plan-1", &ordered)).unwrap();
            _ = hash(serde_json::to_vec(&value).unwrap());
        },
        &|| _ = black_box(Sha256::digest(&bytes)),
    ];
    let mut times: [Vec<Duration>; WAYS.len()] = array::from_fn(|_| Vec::new());
    let turns = (1_000_000 / length).clamp(3, 31);
    // One change takes too little time to measure, so repeat it.
    let runs = (1_000 / length).max(1);
    for _ in 0..turns {
        for (way, times) in ways.iter().zip(&mut times) {
            way(); // what the way before it left behind is not its fault
            for _ in 0..7 {
                let start = Instant::now();
                (0..runs).for_each(|_| way());
                times.push(start.elapsed() / u32::try_from(runs).unwrap());
            }
        }
    }
    times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    })
}
