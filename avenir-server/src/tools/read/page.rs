//! Pages of a list, and the cursor that leads from one page to the next.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Serialize, de::DeserializeOwned};

use super::args::Limit;

/// A part of a list, and its position in the whole list.
#[derive(Debug)]
pub(super) struct Page<T> {
    pub(super) rows: Vec<T>,
    /// The position as text for a reader, such as `50 of 93`.
    pub(super) shown: String,
    pub(super) total: usize,
    /// The cursor of the next page, if the list goes on.
    pub(super) next: Option<String>,
}

/// Returns a page of rows in the order of their keys, which must differ.
///
/// A cursor holds the key of the last row of its page. So a row that is added or removed between
/// two calls does not repeat or hide another row. `of` identifies the list. Fails if the cursor
/// belongs to another list.
pub(super) fn page<T, K>(
    mut rows: Vec<T>,
    key: impl Fn(&T) -> K,
    limit: Limit,
    cursor: Option<&str>,
    of: &impl Serialize,
) -> Result<Page<T>, String>
where
    K: Ord + Serialize + DeserializeOwned,
{
    rows.sort_by_cached_key(&key);
    let total = rows.len();
    let list = checksum(&json(of));
    let given = cursor.filter(|cursor| !cursor.is_empty());
    let skipped = match given {
        None => 0,
        Some(cursor) => {
            let last: K = open(cursor, list).ok_or(FOREIGN)?;
            rows.partition_point(|row| key(row) <= last)
        }
    };
    let mut rows = rows.split_off(skipped);
    let more = rows.len() > limit.0;
    rows.truncate(limit.0);
    let next = rows
        .last()
        .filter(|_| more)
        .map(|last| seal(&key(last), list));
    let end = skipped + rows.len();
    let shown = match skipped {
        0 => format!("{end} of {total}"),
        _ if rows.is_empty() => format!("none after {skipped} of {total}"),
        _ => format!("{} to {end} of {total}", skipped + 1),
    };
    Ok(Page {
        rows,
        shown,
        total,
        next,
    })
}

const FOREIGN: &str = "cursor is not from this call: pass next_cursor of the page before \
     unchanged, with the same arguments, or leave it out for the first page.";

/// The length of a checksum in bytes.
const CHECK: usize = 8;

fn seal<K: Serialize>(key: &K, list: u64) -> String {
    let mut bytes = json(key);
    let check = checksum(&bytes) ^ list;
    bytes.extend(check.to_be_bytes());
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn open<K: DeserializeOwned>(cursor: &str, list: u64) -> Option<K> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (key, check) = bytes.split_last_chunk::<CHECK>()?;
    if u64::from_be_bytes(*check) != checksum(key) ^ list {
        return None;
    }
    serde_json::from_slice(key).ok()
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("keys and arguments are plain data")
}

/// Computes an FNV-1a checksum, which is the same in every build because a cursor may outlive the
/// process. The checksum finds mistakes. It need not withstand forgery, because a cursor does not
/// open anything that the call would not.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{super::args::UpTo, *};

    fn of(rows: &[u32], limit: usize, cursor: Option<&str>) -> Result<Page<u32>, String> {
        page(rows.to_vec(), |row| *row, UpTo(limit), cursor, &"list")
    }

    #[test]
    fn pages_follow_each_other() {
        let first = of(&[5, 3, 1, 4, 2], 2, None).unwrap();
        assert_eq!((first.rows, first.shown.as_str()), (vec![1, 2], "2 of 5"));
        // The second page stays the same if an earlier row is removed and another is added.
        let second = of(&[5, 3, 0, 4, 2], 2, first.next.as_deref()).unwrap();
        assert_eq!(
            (second.rows, second.shown.as_str()),
            (vec![3, 4], "3 to 4 of 5")
        );
        let third = of(&[5, 3, 1, 4, 2], 2, second.next.as_deref()).unwrap();
        assert_eq!((third.rows, third.shown.as_str()), (vec![5], "5 to 5 of 5"));
        assert_eq!(third.next, None);
        let gone = of(&[1], 2, second.next.as_deref()).unwrap();
        assert_eq!(
            (gone.rows, gone.shown.as_str()),
            (vec![], "none after 1 of 1")
        );
        assert_eq!(of(&[], 2, Some("")).unwrap().shown, "0 of 0");
    }

    #[test]
    fn a_cursor_of_elsewhere_is_refused() {
        let ours = of(&[1, 2, 3], 1, None).unwrap().next.unwrap();
        let other = page(vec![1, 2, 3], |row| *row, UpTo(1), None, &"another");
        let mut flipped = ours.clone().into_bytes();
        flipped[0] ^= 1;
        for foreign in [
            other.unwrap().next.unwrap(),
            String::from_utf8(flipped).unwrap(),
            ours[1..].to_owned(),
            format!("{ours}="),
            format!(" {ours}"),
            "b2Zmc2V0OjUw".to_owned(),
            "0".to_owned(),
            "\u{202e}".repeat(100_000),
        ] {
            assert_eq!(of(&[1, 2, 3], 1, Some(&foreign)).unwrap_err(), FOREIGN);
        }
    }
}
