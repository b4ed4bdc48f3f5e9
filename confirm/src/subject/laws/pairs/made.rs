//! Random values from a small set, so that two of them are often the same.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Map, Value};

/// A generator of pseudo-random numbers, always the same for one seed.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number less than `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut next = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        next = (next ^ (next >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((next ^ (next >> 31)) % end as u64).unwrap()
    }

    pub(super) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

/// A value that can be made at random.
pub(super) trait Made {
    fn made(random: &mut Random) -> Self;
}

macro_rules! one_of {
    ($($ty:ty: [$($value:expr),*];)*) => {$(
        impl Made for $ty {
            fn made(random: &mut Random) -> Self {
                random.one_of(&[$($value),*])
            }
        }
    )*};
}
one_of! {
    bool: [false, true];
    u8: [0, 1, 9, 10, 255];
    // Integers that a double holds exactly: RFC 8785 knows no others.
    i64: [0, 1, -1, 10, (1 << 53) - 1, 1 - (1 << 53)];
    char: ['a', 'b', '1', ',', ':', '"', '\\', '\n', '{', ']', '’', 'é', '💰', '\u{fb33}'];
}

impl Made for String {
    fn made(random: &mut Random) -> Self {
        (0..random.below(3)).map(|_| char::made(random)).collect()
    }
}

impl<T: Made> Made for Option<T> {
    fn made(random: &mut Random) -> Self {
        bool::made(random).then(|| T::made(random))
    }
}

impl<T: Made> Made for Vec<T> {
    fn made(random: &mut Random) -> Self {
        (0..random.below(3)).map(|_| T::made(random)).collect()
    }
}

impl<T: Made, const N: usize> Made for [T; N] {
    fn made(random: &mut Random) -> Self {
        std::array::from_fn(|_| T::made(random))
    }
}

impl<T: Made> Made for Box<T> {
    fn made(random: &mut Random) -> Self {
        T::made(random).into()
    }
}

impl<T: Made> Made for Box<[T]> {
    fn made(random: &mut Random) -> Self {
        Vec::made(random).into()
    }
}

impl Made for Box<str> {
    fn made(random: &mut Random) -> Self {
        String::made(random).into()
    }
}

impl Made for Cow<'static, str> {
    fn made(random: &mut Random) -> Self {
        String::made(random).into()
    }
}

impl<V: Made> Made for BTreeMap<String, V> {
    fn made(random: &mut Random) -> Self {
        (0..random.below(3))
            .map(|_| (String::made(random), V::made(random)))
            .collect()
    }
}

impl Made for Map<String, Value> {
    fn made(random: &mut Random) -> Self {
        BTreeMap::made(random).into_iter().collect()
    }
}

impl Made for Value {
    fn made(random: &mut Random) -> Self {
        match random.below(8) {
            0 | 1 => Self::Null,
            2 => bool::made(random).into(),
            3 => i64::made(random).into(),
            4 => random.one_of(&[0.5, -1e-7, 1e21, 1e22]).into(),
            5 => String::made(random).into(),
            6 => Vec::<Value>::made(random).into(),
            _ => Map::made(random).into(),
        }
    }
}
