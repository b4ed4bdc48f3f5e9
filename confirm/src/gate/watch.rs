use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

use super::Gate;
use crate::tool::Caller;

impl Gate {
    /// Lets go of every open question of this gate when `stdin` ends. Without it the SDK waits
    /// for an answer that can no longer come, for 5 seconds.
    ///
    /// For a server on stdio; not for a gate that several HTTP sessions share.
    pub fn watch<R: AsyncRead + Unpin>(&self, stdin: R) -> Watched<R> {
        Watched {
            stdin,
            closing: self.0.closing.clone(),
        }
    }
}

/// Says whether a call still has somebody who waits for it.
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

/// A reader whose end is noticed. See [`Gate::watch`].
#[derive(Debug)]
pub struct Watched<R> {
    stdin: R,
    closing: CancellationToken,
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buf.filled().len();
        let asked_for = buf.remaining() > 0;
        let result = ready!(Pin::new(&mut self.stdin).poll_read(cx, buf));
        if result.is_err() || (asked_for && buf.filled().len() == before) {
            self.closing.cancel();
        }
        Poll::Ready(result)
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// A pipe that breaks.
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
        let mut stdin = gate.watch(&b"ab"[..]);
        let mut byte = [0];
        for _ in 0..2 {
            // Whoever asks for nothing gets nothing.
            assert_eq!(stdin.read(&mut []).await.unwrap(), 0);
            assert_eq!(stdin.read(&mut byte).await.unwrap(), 1);
            assert!(!gate.0.closing.is_cancelled());
        }
        assert_eq!(stdin.read(&mut byte).await.unwrap(), 0);
        assert!(gate.0.closing.is_cancelled());
    }

    #[tokio::test]
    async fn so_is_a_pipe_that_breaks() {
        let gate = Gate::new();
        let mut stdin = gate.watch(Broken);
        assert!(stdin.read(&mut []).await.is_err());
        assert!(gate.0.closing.is_cancelled());
    }
}
