//! Half a surrogate pair in what a client sends.
//!
//! Programs that count in UTF-16 cut an emoji in two when they shorten a text, and spell the half as
//! `\ud83d`. That is JSON to them and none to us: the SDK drops the whole line, and the call is never
//! answered. So a half becomes U+FFFD on its way in, as it does in what YNAB answers.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, ReadBuf};

/// A reader of JSON without half characters.
pub(super) struct Mended<R> {
    inner: R,
    /// Read, and perhaps the beginning of an escape that goes on.
    held: Vec<u8>,
    ready: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R> Mended<R> {
    pub(super) fn new(inner: R) -> Self {
        Self {
            inner,
            held: Vec::new(),
            ready: Vec::new(),
            given: 0,
            ended: false,
        }
    }
}

const CHUNK: usize = 8_192;

impl<R: AsyncRead + Unpin> AsyncRead for Mended<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.given == this.ready.len() && !this.ended && buf.remaining() > 0 {
            let mut chunk = [0; CHUNK];
            let mut read = ReadBuf::new(&mut chunk);
            ready!(Pin::new(&mut this.inner).poll_read(cx, &mut read))?;
            this.ended = read.filled().is_empty();
            this.held.extend_from_slice(read.filled());
            let settled = settle(&mut this.held);
            let settled = if this.ended { this.held.len() } else { settled };
            this.ready.clear();
            this.given = 0;
            this.ready.extend(this.held.drain(..settled));
        }
        let rest = &this.ready[this.given..];
        let taken = rest.len().min(buf.remaining());
        buf.put_slice(&rest[..taken]);
        this.given += taken;
        Poll::Ready(Ok(()))
    }
}

/// Replaces halves, and says up to where it is certain what they are.
fn settle(bytes: &mut [u8]) -> usize {
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|byte| *byte == b'\\') {
        at += next;
        match escape(&bytes[at..]) {
            Escape::Open => return at,
            Escape::Whole(length) => at += length,
            Escape::Half => {
                bytes[at + 2..at + 6].copy_from_slice(b"fffd");
                at += 6;
            }
        }
    }
    bytes.len()
}

/// What a backslash begins.
enum Escape {
    /// It goes on in what was not read yet.
    Open,
    /// So many bytes belong together.
    Whole(usize),
    Half,
}

fn escape(text: &[u8]) -> Escape {
    match unit(text) {
        Unit::Open => Escape::Open,
        Unit::None => Escape::Whole(2),
        Unit::Is(0xdc00..=0xdfff) => Escape::Half,
        Unit::Is(0xd800..=0xdbff) => match unit(&text[6..]) {
            Unit::Open => Escape::Open,
            Unit::Is(0xdc00..=0xdfff) => Escape::Whole(12),
            Unit::Is(_) | Unit::None => Escape::Half,
        },
        Unit::Is(_) => Escape::Whole(6),
    }
}

/// The `\uXXXX` that a text begins with.
enum Unit {
    Open,
    None,
    Is(u32),
}

fn unit(text: &[u8]) -> Unit {
    let mut number = 0;
    for at in 0..6 {
        let Some(byte) = text.get(at) else {
            return Unit::Open;
        };
        let digit = char::from(*byte).to_digit(16);
        match (at, digit) {
            (0, _) if *byte == b'\\' => {}
            (1, _) if *byte == b'u' => {}
            (2.., Some(digit)) => number = number * 16 + digit,
            _ => return Unit::None,
        }
    }
    Unit::Is(number)
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn halves_are_replaced_wherever_the_pieces_end() {
        for (sent, expected) in [
            (r#"{"a": "x\ud83dy"}"#, r#"{"a": "x\ufffdy"}"#),
            (r#""\uDE00""#, r#""\ufffd""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\ud83d\n\u00e9\"""#, r#""\ufffd\n\u00e9\"""#),
            (r#""\\ud83d \\\ud83d""#, r#""\\ud83d \\\ufffd""#),
            (r#""\ud83""#, r#""\ud83""#),
            ("\"é😀\\ud83d\"\n{\\", "\"é😀\\ufffd\"\n{\\"),
            (r"\ud83d", r"\ud83d"),
            ("", ""),
        ] {
            for cut in 0..=sent.len() {
                let (one, other) = sent.as_bytes().split_at(cut);
                let mut got = Vec::new();
                let mut mended = Mended::new(one.chain(other));
                mended.read_to_end(&mut got).await.unwrap();
                assert_eq!(String::from_utf8(got).unwrap(), expected, "cut at {cut}");
            }
        }
    }

    #[tokio::test]
    async fn long_lines_come_through_whole() {
        let sent = r#"{"memo": "\ud83d\ude00\ud800"}"#.repeat(50_000);
        let mut got = String::new();
        let mut mended = Mended::new(sent.as_bytes());
        mended.read_to_string(&mut got).await.unwrap();
        assert_eq!(got, sent.replace(r"\ud800", r"\ufffd"));
    }
}
