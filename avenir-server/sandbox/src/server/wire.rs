//! A listener whose connections can be cut without an answer.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// Numbers the connections it accepts.
#[derive(Debug)]
pub(crate) struct Wires {
    listener: TcpListener,
    accepted: AtomicU64,
}

impl Wires {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            accepted: AtomicU64::new(0),
        }
    }
}

impl Listener for Wires {
    type Io = Wired;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wired, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let wire = Wire {
            number: self.accepted.fetch_add(1, Ordering::Relaxed),
            cut: Arc::default(),
        };
        (Wired { stream, wire }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// What a request knows of its connection.
#[derive(Debug, Clone)]
pub(crate) struct Wire {
    pub(crate) number: u64,
    cut: Arc<AtomicBool>,
}

impl Wire {
    /// Nothing of any answer goes out any more.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::Release);
    }

    fn check(&self) -> io::Result<()> {
        if self.cut.load(Ordering::Acquire) {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        Ok(())
    }
}

impl Connected<IncomingStream<'_, Wires>> for Wire {
    fn connect_info(stream: IncomingStream<'_, Wires>) -> Self {
        stream.io().wire.clone()
    }
}

/// A connection that fails once it is cut, so that the server closes it.
#[derive(Debug)]
pub(crate) struct Wired {
    stream: TcpStream,
    wire: Wire,
}

impl AsyncRead for Wired {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wired {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
