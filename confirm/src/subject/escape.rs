//! Finds what JSON escapes.

/// Whether JSON escapes nothing of the text. Most text is so, so this looks at many bytes at a time.
#[inline(never)] // it is vector instructions, which are worse where they are mixed with others
pub(super) fn is_plain(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk::<16>() else {
        let mut chunk = [b' '; 16];
        chunk[..text.len()].copy_from_slice(text);
        return !any_special(&chunk);
    };
    // What the whole chunks leave over is looked at together with bytes before it.
    let (chunks, _) = text.as_chunks();
    !chunks.iter().any(any_special) && !any_special(last)
}

/// Without a branch on each of the bytes.
#[inline]
fn any_special(chunk: &[u8; 16]) -> bool {
    chunk
        .iter()
        .fold(false, |any, byte| any | is_special(*byte))
}

/// Whether JSON escapes the byte.
#[inline]
pub(super) fn is_special(byte: u8) -> bool {
    // With that bit turned the `"` changes places with the space, next to the control characters:
    // one comparison for all of them.
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

    /// Every byte at every place of texts of every length that matters, alone and with another.
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
