//! Connections that can be cut without a response.

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

/// A listener that numbers the connections it accepts.
#[derive(Debug)]
pub(crate) struct ConnectionListener {
    listener: TcpListener,
    accepted: AtomicU64,
}

impl ConnectionListener {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            accepted: AtomicU64::new(0),
        }
    }
}

impl Listener for ConnectionListener {
    type Io = ConnectionStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (ConnectionStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let connection = Connection {
            number: self.accepted.fetch_add(1, Ordering::Relaxed),
            cut: Arc::default(),
        };
        (ConnectionStream { stream, connection }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A request's handle to its connection.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub(crate) number: u64,
    cut: Arc<AtomicBool>,
}

impl Connection {
    /// Stops all further output on the connection.
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

impl Connected<IncomingStream<'_, ConnectionListener>> for Connection {
    fn connect_info(stream: IncomingStream<'_, ConnectionListener>) -> Self {
        stream.io().connection.clone()
    }
}

/// A stream that fails after its connection is cut, so that the server closes it.
#[derive(Debug)]
pub(crate) struct ConnectionStream {
    stream: TcpStream,
    connection: Connection,
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.connection.check()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.connection.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
