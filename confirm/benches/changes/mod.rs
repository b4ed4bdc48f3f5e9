//! The changes whose fingerprint is measured.

#![allow(unreachable_pub)]

use confirm::Subject;
use serde::Serialize;

#[derive(Serialize, Subject)]
pub struct Ordered {
    pub changes: Vec<Change>,
}

#[derive(Serialize, Subject)]
pub struct Unordered {
    #[subject(unordered)]
    pub changes: Vec<Change>,
}

/// Eight fields, about 287 canonical bytes.
#[derive(Clone, Serialize, Subject)]
pub struct Change {
    pub id: String,
    pub account_id: String,
    pub category_id: Option<String>,
    pub payee_name: String,
    pub memo: Option<String>,
    pub amount: i64,
    pub date: String,
    pub flag: Flag,
}

#[derive(Clone, Serialize, Subject)]
#[serde(rename_all = "lowercase")]
pub enum Flag {
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

pub fn changes(length: usize) -> Vec<Change> {
    (0..length as u64)
        .map(|i| Change {
            id: uuid(4 * i),
            account_id: uuid(1 + 4 * (i % 5)),
            category_id: Some(uuid(2 + 4 * (i % 50))),
            payee_name: format!("Corner Shop №{} “Zoë”", mix(i) % 1_000),
            memo: match i % 16 {
                0..5 => None,
                5 => Some("weekly groceries, \"organic\"".to_owned()),
                _ => Some("weekly groceries, organic too".to_owned()),
            },
            amount: i64::try_from(mix(i) % 500_000).unwrap_or(0) - 400_000,
            date: format!("2026-{:02}-{:02}", i % 12 + 1, i % 28 + 1),
            flag: if i % 2 == 0 { Flag::Red } else { Flag::Blue },
        })
        .collect()
}
