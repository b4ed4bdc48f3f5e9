//! Law: two values that differ are two changes, and two that are equal are one.
//!
//! The types here have a field of every kind and draw their values from a small set, so many pairs
//! differ in one place only. `CONFIRM_LONG=1` compares a million pairs: `CONFIRM_LONG=1 cargo test
//! --profile bench -p mcp-confirm --lib pairs`

mod act;
mod catalogue;
mod made;

use std::env;

use proptest::prelude::*;

use self::{
    act::Act,
    catalogue::{Line, Whole},
    made::{Made, Random},
};
use super::{of_ours, of_serde};
use crate::{Preview, Row as _, Subject, Unconfirmed, preview::Digest};

/// The operations that the laws need of a subject, beside its forms.
trait Compared: Subject + Made + Clone + PartialEq {
    /// Returns the value with its unordered lists sorted.
    fn normal(&self) -> Self;

    /// Returns the value with empty values in the fields that are only shown.
    fn written(&self) -> Self;

    /// Returns the value with some of its parts taken from `other`.
    fn with(&self, other: &Self, random: &mut Random) -> Self;

    /// Returns the value with its unordered lists shuffled.
    fn shuffled(&self, random: &mut Random) -> Self;

    /// Returns the elements that are shown as rows.
    fn lines(&self) -> &[Line];
}

fn pairs() -> ProptestConfig {
    let long = env::var_os("CONFIRM_LONG").is_some();
    ProptestConfig::with_cases(if long { 500_000 } else { 500 })
}

proptest! {
    #![proptest_config(pairs())]
    #[test]
    fn a_pair_of_structs(seed: u64) {
        holds_of_a_pair::<Whole>(seed)?;
    }

    #[test]
    fn a_pair_of_enums(seed: u64) {
        holds_of_a_pair::<Act>(seed)?;
    }
}

fn holds_of_a_pair<S: Compared + serde::Serialize + std::fmt::Debug>(
    seed: u64,
) -> Result<(), TestCaseError> {
    let random = &mut Random::new(seed);
    let one = S::made(random);
    let other = S::made(random);
    let other = one.with(&other, random).shuffled(random);
    let equal = one.normal() == other.normal();
    let written = one.normal().written() == other.normal().written();
    prop_assert_eq!(of_ours(&one), of_serde(&one.normal()));

    // Check the first lock: the canonical form of the written fields.
    prop_assert_eq!(
        of_ours(&one) == of_ours(&other),
        written,
        "{:?} {:?}",
        one,
        other
    );

    // Check the second lock: the texts, without the fields.
    let shown = |subject: &S| {
        let preview = subject.preview();
        (texts(&preview, subject), Digest::of(&preview, &""))
    };
    let (one_shown, other_shown) = (shown(&one), shown(&other));
    let read = one_shown.0 == other_shown.0;
    prop_assert_eq!(one_shown.1 == other_shown.1, read, "{:?} {:?}", one, other);

    // Check both together.
    let [one, other] = [one, other].map(|subject| Unconfirmed::new("plan", subject));
    prop_assert_eq!(one.fingerprint == other.fingerprint, written);
    prop_assert_eq!(one.digest == other.digest, equal, "{:?} {:?}", one, other);
    Ok(())
}

/// Returns every text of the preview, with the lines of an unordered list sorted, each with its
/// element.
fn texts(preview: &Preview, subject: &impl Compared) -> (serde_json::Value, Vec<String>) {
    let mut shown = serde_json::to_value(preview).unwrap();
    shown["rows"].take();
    let line = |line: &Line| format!("{:?} {line:?}", line.row());
    let mut lines: Vec<_> = subject.lines().iter().map(line).collect();
    lines.sort();
    (shown, lines)
}

/// Checks that most pairs differ and some do not: otherwise the laws would prove little.
#[test]
fn pairs_are_equal_and_not() {
    let mut equal = 0;
    for seed in 0..1_000 {
        let random = &mut Random::new(seed);
        let (one, other) = (Whole::made(random), Whole::made(random));
        let other = one.with(&other, random).shuffled(random);
        equal += u32::from(one.normal() == other.normal());
    }
    assert!((50..600).contains(&equal), "{equal}");
}
