//! Finds what JSON escapes.

/// Where the first byte is that JSON escapes. Most text has none, so this looks at many at a time.
#[inline]
pub(super) fn first_special(text: &[u8]) -> Option<usize> {
    let (chunks, rest) = text.as_chunks::<16>();
    let passed = 16
        * chunks
            .iter()
            .take_while(|chunk| !any_special(chunk))
            .count();
    let rest_is_plain = match (rest.first_chunk::<8>(), text.last_chunk::<8>()) {
        // The last eight bytes overlap the others.
        (Some(first), Some(last)) => !any_special(first) && !any_special(last),
        (None, Some(last)) => !any_special(last),
        (_, None) => false,
    };
    if rest_is_plain && passed == text.len() - rest.len() {
        return None;
    }
    let at = text[passed..]
        .iter()
        .position(|byte| is_special(*byte) != 0)?;
    Some(passed + at)
}

/// Without a branch on each of the bytes, this becomes vector instructions.
#[inline]
fn any_special<const N: usize>(chunk: &[u8; N]) -> bool {
    chunk.iter().fold(0, |any, byte| any | is_special(*byte)) != 0
}

/// One, if JSON escapes the byte.
#[inline]
fn is_special(byte: u8) -> u8 {
    u8::from(byte < b' ') | u8::from(byte == b'"') | u8::from(byte == b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte at every place of texts of every length that matters.
    #[test]
    fn the_first_special_byte_is_found() {
        for length in 0..26 {
            for at in 0..length {
                for byte in 0..=u8::MAX {
                    for filler in [b'a', b'!', b' ', b'#', b']', 0x80, 0xff] {
                        let mut text = vec![filler; length];
                        text[at] = byte;
                        let escaped = byte < b' ' || byte == b'"' || byte == b'\\';
                        assert_eq!(first_special(&text), escaped.then_some(at), "{text:?}");
                        text[length - 1] = b'"';
                        let expected = if escaped { at } else { length - 1 };
                        assert_eq!(first_special(&text), Some(expected), "{text:?}");
                    }
                }
            }
        }
    }
}
