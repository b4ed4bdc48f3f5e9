//! What a fingerprint costs beside the hash that it cannot do without, and beside other ways to
//! canonical JSON. `cargo bench -p mcp-confirm`
//!
//! Each row hashes the same bytes: `["plan-1",{"changes":[..]}]` in RFC 8785.

#![allow(missing_docs)]

use confirm::{Fingerprint, Subject};
use divan::{AllocProfiler, Bencher, counter::BytesCount};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const LENGTHS: [usize; 5] = [1, 20, 1_000, 10_000, 100_000];

fn main() {
    divan::main();
}

#[derive(Serialize, Subject)]
struct Ordered {
    changes: Vec<Change>,
}

#[derive(Serialize, Subject)]
struct Unordered {
    #[subject(unordered)]
    changes: Vec<Change>,
}

/// Eight fields, about 287 canonical bytes.
#[derive(Clone, Serialize, Subject)]
struct Change {
    id: String,
    account_id: String,
    category_id: Option<String>,
    payee_name: String,
    memo: Option<String>,
    amount: i64,
    date: String,
    flag: Flag,
}

#[derive(Clone, Serialize, Subject)]
#[serde(rename_all = "lowercase")]
enum Flag {
    Red,
    Blue,
}

/// Spreads `i` over 64 bits, always in the same way.
fn mix(i: u64) -> u64 {
    let mut z = i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn uuid(i: u64) -> String {
    let (a, b) = (mix(i), mix(!i));
    let hex = format!("{a:016x}{b:016x}");
    format!(
        "{}-{}-{}-{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..]
    )
}

fn changes(length: usize) -> Vec<Change> {
    (0..length as u64)
        .map(|i| Change {
            id: uuid(4 * i),
            account_id: uuid(1 + 4 * (i % 5)),
            category_id: Some(uuid(2 + 4 * (i % 50))),
            payee_name: format!("Corner Shop №{} “Zoë”", mix(i) % 1_000),
            memo: (i % 3 != 0).then(|| "weekly groceries, \"organic\"".to_owned()),
            amount: i64::try_from(mix(i) % 500_000).unwrap_or(0) - 400_000,
            date: format!("2026-{:02}-{:02}", i % 12 + 1, i % 28 + 1),
            flag: if i % 2 == 0 { Flag::Red } else { Flag::Blue },
        })
        .collect()
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

/// What one would write without a library: keys sorted by `serde_json`'s map.
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
