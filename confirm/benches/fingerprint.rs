//! Compares the cost of a fingerprint with the SHA-256 that it needs, and with other ways to
//! canonical JSON. Run it with `cargo bench -p mcp-confirm`.
//!
//! Each row hashes the same bytes: `["plan-1",{"changes":[..]}]` in RFC 8785.

#![allow(missing_docs)]

mod changes;

use changes::{Ordered, Unordered, changes};
use confirm::Fingerprint;
use divan::{AllocProfiler, Bencher, counter::BytesCount};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const LENGTHS: [usize; 5] = [1, 20, 1_000, 10_000, 100_000];

fn main() {
    divan::main();
}

fn bytes(subject: &impl Serialize) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(&("plan-1", subject)).unwrap()
}

#[divan::bench(args = LENGTHS)]
fn raw_sha_256(bencher: Bencher<'_, '_>, length: usize) {
    let bytes = bytes(&Ordered {
        changes: changes(length),
    });
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench(|| Sha256::digest(&bytes));
}

#[divan::bench(args = LENGTHS)]
fn ordered(bencher: Bencher<'_, '_>, length: usize) {
    let subject = Ordered {
        changes: changes(length),
    };
    bencher
        .counter(BytesCount::new(bytes(&subject).len()))
        .bench(|| Fingerprint::of("plan-1", &subject));
}

#[divan::bench(args = LENGTHS)]
fn unordered(bencher: Bencher<'_, '_>, length: usize) {
    let subject = Unordered {
        changes: changes(length),
    };
    bencher
        .counter(BytesCount::new(bytes(&subject).len()))
        .bench(|| Fingerprint::of("plan-1", &subject));
}

#[divan::bench(args = LENGTHS)]
fn with_serde_jcs(bencher: Bencher<'_, '_>, length: usize) {
    let subject = Ordered {
        changes: changes(length),
    };
    bencher
        .counter(BytesCount::new(bytes(&subject).len()))
        .bench(|| Sha256::digest(serde_jcs::to_vec(&("plan-1", &subject)).unwrap()));
}

#[divan::bench(args = LENGTHS)]
fn with_serde_json_canonicalizer(bencher: Bencher<'_, '_>, length: usize) {
    let subject = Ordered {
        changes: changes(length),
    };
    bencher
        .counter(BytesCount::new(bytes(&subject).len()))
        .bench(|| Sha256::digest(bytes(&subject)));
}

/// Does it without a library: `serde_json`'s map sorts the keys.
#[divan::bench(args = LENGTHS)]
fn with_sorted_value(bencher: Bencher<'_, '_>, length: usize) {
    let subject = Ordered {
        changes: changes(length),
    };
    bencher
        .counter(BytesCount::new(bytes(&subject).len()))
        .bench(|| {
            let value = serde_json::to_value(("plan-1", &subject)).unwrap();
            Sha256::digest(serde_json::to_vec(&value).unwrap())
        });
}
