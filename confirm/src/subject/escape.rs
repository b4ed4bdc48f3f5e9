//! Finds the bytes that JSON escapes.

/// Returns whether JSON escapes nothing in the text. Most texts are like that, so it tests 16 bytes
/// at a time.
#[inline(never)] // it is vector instructions, which are worse where they are mixed with others
pub(super) fn is_plain(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk::<16>() else {
        let mut chunk = [b' '; 16];
        chunk[..text.len()].copy_from_slice(text);
        return !any_special(&chunk);
    };
    // The bytes after the last whole chunk are tested together with those before them.
    let (chunks, _) = text.as_chunks();
    !chunks.iter().any(any_special) && !any_special(last)
}

/// Returns whether any byte is escaped, without a branch for each byte.
#[inline]
fn any_special(chunk: &[u8; 16]) -> bool {
    chunk
        .iter()
        .fold(false, |any, byte| any | is_special(*byte))
}

/// Returns whether JSON escapes the byte.
#[inline]
pub(super) fn is_special(byte: u8) -> bool {
    // Flipping this bit swaps `"` with the space, next to the control characters. So one comparison
    // covers all of them.
    byte ^ 2 <= b' ' || byte == b'\\'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_json_escapes() {
        for byte in 0..=u8::MAX {
            let escaped = byte < b' ' || byte == b'"' || byte == b'\\';
            assert_eq!(is_special(byte), escaped, "{byte}");
        }
    }

    /// Tests every byte at every position of texts of each relevant length, alone and with another.
    #[test]
    fn a_byte_is_found_wherever_it_is() {
        for length in 0..35 {
            for filler in [b' ', b'#', b']', 0xff] {
                let plain = vec![filler; length];
                assert!(is_plain(&plain));
                for at in 0..length {
                    let mut text = plain.clone();
                    for byte in 0..=u8::MAX {
                        text[at] = byte;
                        assert_eq!(is_plain(&text), !is_special(byte), "{text:?}");
                    }
                    for other in 0..at {
                        (text[at], text[other]) = (b'"', b'"');
                        assert!(!is_plain(&text), "{text:?}");
                        text[other] = filler;
                    }
                }
            }
        }
    }
}
