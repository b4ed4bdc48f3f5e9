use std::{
    mem,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

use super::Gate;
use crate::tool::{Caller, without_unknown_modes};

impl Gate {
    /// Cancels every call of this gate that waits for an answer when `stdin` ends. Otherwise the
    /// SDK waits for 5 seconds for an answer that can no longer come.
    ///
    /// It also reads what the client's `initialize` declares. The SDK takes an unknown elicitation
    /// mode for forms, so a declaration without forms is removed from the message. A line of more
    /// than 1 MiB before the `initialize` ends this: that line and everything after it pass
    /// unchanged.
    ///
    /// Use it for a server on stdio. A gate that several HTTP sessions share takes
    #[cfg_attr(
        feature = "http",
        doc = "[`http::SessionLayer`](crate::http::SessionLayer)."
    )]
    #[cfg_attr(not(feature = "http"), doc = "`http::SessionLayer`.")]
    pub fn cancel_on_disconnect<R: AsyncRead + Unpin>(&self, stdin: R) -> CancelOnDisconnect<R> {
        CancelOnDisconnect {
            stdin,
            closing: self.0.closing.clone(),
            opening: Some(Vec::new()),
            read: Vec::new(),
            passed: 0,
        }
    }
}

/// The tokens that are cancelled when nobody waits for a call any more.
#[derive(Debug)]
pub(super) struct Withdrawn {
    call: CancellationToken,
    closing: CancellationToken,
}

impl Withdrawn {
    pub(super) fn is_withdrawn(&self) -> bool {
        self.call.is_cancelled() || self.closing.is_cancelled()
    }
}

impl Gate {
    pub(super) fn withdrawn(&self, caller: &Caller) -> Withdrawn {
        Withdrawn {
            call: caller.cancellation(),
            closing: self.0.closing.clone(),
        }
    }
}

/// A reader that notices its end. See [`Gate::cancel_on_disconnect`].
#[derive(Debug)]
pub struct CancelOnDisconnect<R> {
    stdin: R,
    closing: CancellationToken,
    /// The start of a line. `None` once the `initialize` has been read or a line was too long: from
    /// then on bytes pass unchanged.
    opening: Option<Vec<u8>>,
    /// The bytes that were read, and the number of them that were passed on.
    read: Vec<u8>,
    passed: usize,
}

impl<R: AsyncRead + Unpin> AsyncRead for CancelOnDisconnect<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        if buf.remaining() > 0 {
            while self.opening.is_some() && self.read.is_empty() {
                ready!(self.poll_opening(cx))?;
            }
            if !self.read.is_empty() {
                let rest = &self.read[self.passed..];
                let length = rest.len().min(buf.remaining());
                buf.put_slice(&rest[..length]);
                self.passed += length;
                if self.passed == self.read.len() {
                    self.read.clear();
                    self.passed = 0;
                }
                return Poll::Ready(Ok(()));
            }
        }
        let before = buf.filled().len();
        let asked_for = buf.remaining() > 0;
        let result = ready!(Pin::new(&mut self.stdin).poll_read(cx, buf));
        if result.is_err() || (asked_for && buf.filled().len() == before) {
            self.closing.cancel();
        }
        Poll::Ready(result)
    }
}

/// The number of bytes that are read at a time before the `initialize`.
const CHUNK: usize = 4 * 1024;
/// The most bytes of an unfinished line that are kept.
const LONGEST_OPENING: usize = 1 << 20;

impl<R: AsyncRead + Unpin> CancelOnDisconnect<R> {
    /// Reads more bytes, and passes on the lines that are complete.
    fn poll_opening(&mut self, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        let mut chunk = [0; CHUNK];
        let mut chunk = ReadBuf::new(&mut chunk);
        let result = ready!(Pin::new(&mut self.stdin).poll_read(cx, &mut chunk));
        if result.is_err() {
            self.closing.cancel();
            return Poll::Ready(result);
        }
        let mut rest = chunk.filled();
        let Some(mut line) = self.opening.take() else {
            return Poll::Ready(Ok(()));
        };
        if rest.is_empty() {
            // This is the end. Pass on the unfinished line; the next read reports the end.
            self.read.append(&mut line);
            return Poll::Ready(Ok(()));
        }
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            let opens = may_open(&line) && opens(&line);
            match opens.then(|| without_unknown_modes(&line)).flatten() {
                Some(message) => self.read.extend(message),
                None => self.read.append(&mut line),
            }
            self.read.push(b'\n');
            line.clear();
            if opens {
                self.read.extend_from_slice(rest);
                return Poll::Ready(Ok(()));
            }
        }
        line.extend_from_slice(rest);
        if line.len() > LONGEST_OPENING {
            // Hold nothing back from here on. The SDK reads a later `initialize` unchanged.
            self.read.append(&mut line);
        } else {
            self.opening = Some(mem::take(&mut line));
        }
        Poll::Ready(Ok(()))
    }
}

/// Returns false if the bytes rule out that the line is an `initialize`.
fn may_open(line: &[u8]) -> bool {
    let holds = |text: &[u8]| line.windows(text.len()).any(|bytes| bytes == text);
    holds(b"initialize") || holds(b"\\u")
}

/// Returns whether the line is the request that opens a session. Only pings come before it.
fn opens(line: &[u8]) -> bool {
    let message: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    message.is_some_and(|message| message["method"] == "initialize")
}

#[cfg(test)]
mod tests {
    use std::io;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// A pipe that breaks on the first read.
    struct Broken;

    impl AsyncRead for Broken {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            _: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()))
        }
    }

    #[tokio::test]
    async fn only_the_end_is_the_end() {
        let gate = Gate::new();
        let mut stdin = gate.cancel_on_disconnect(&b"ab"[..]);
        let mut byte = [0];
        for _ in 0..2 {
            // A read into an empty buffer is not the end.
            assert_eq!(stdin.read(&mut []).await.unwrap(), 0);
            assert_eq!(stdin.read(&mut byte).await.unwrap(), 1);
            assert!(!gate.0.closing.is_cancelled());
        }
        assert_eq!(stdin.read(&mut byte).await.unwrap(), 0);
        assert!(gate.0.closing.is_cancelled());
    }

    #[tokio::test]
    async fn whatever_the_size_of_the_reads_only_the_initialize_is_written_anew() {
        let odd =
            r#"{"params":{"capabilities":{"elicitation":{"future":{}}}},"method":"initialize"}"#;
        let plain = r#"{"method":"initialize","params":{"capabilities":{}}}"#;
        let call = format!(
            r#"{{"method":"tools/call","params":"{}"}}"#,
            "x".repeat(2 * CHUNK)
        );
        let all = format!("{call}\nno json\n{odd}\n{call}\n{odd}\nrest");
        let expected = format!("{call}\nno json\n{plain}\n{call}\n{odd}\nrest");
        for size in [1, 7, CHUNK, 8 * CHUNK] {
            let pipe = in_pieces(all.as_bytes(), size);
            let mut text = String::new();
            let mut stdin = Gate::new().cancel_on_disconnect(pipe);
            stdin.read_to_string(&mut text).await.unwrap();
            assert!(text == expected, "{size}");
        }
    }

    /// Returns a stream that gives `bytes` in pieces of `size`.
    fn in_pieces(bytes: &[u8], size: usize) -> tokio::io::DuplexStream {
        let (mut end, pipe) = tokio::io::duplex(size);
        let bytes = bytes.to_vec();
        tokio::spawn(async move { end.write_all(&bytes).await });
        pipe
    }

    #[tokio::test]
    async fn so_is_a_pipe_that_breaks() {
        let gate = Gate::new();
        let mut stdin = gate.cancel_on_disconnect(Broken);
        assert!(stdin.read(&mut []).await.is_err());
        assert!(gate.0.closing.is_cancelled());
    }
}
