//! A transport of the SDK over lines of JSON-RPC. Each request gets exactly one reply, and all queues
//! are bounded.

use std::{borrow::Cow, io};

use rmcp::{
    RoleServer,
    model::{
        ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, GetMeta as _,
        JsonRpcMessage, ProtocolVersion, ServerJsonRpcMessage,
    },
    transport::Transport,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt as _},
    sync::mpsc,
    task::JoinHandle,
};

use super::{
    calls::{Busy, Calls},
    reader::{Line, Reader},
};
use crate::{
    bounds::{LARGEST_LINE, LONGEST_GOODBYE, MOST_UNREAD},
    serve::message::{self, Incoming, Refusal},
};

/// The two standard streams of a client.
pub(super) struct Lines<R> {
    stdin: Reader<R>,
    /// A reply that waits for a place among the unread ones.
    refusal: Option<Refusal>,
    unread: Option<mpsc::Sender<String>>,
    writer: Option<JoinHandle<io::Result<()>>>,
    calls: Calls,
    lifecycle: Lifecycle,
}

/// The way in which the client began, which holds for the whole connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lifecycle {
    Open,
    /// The client sent `initialize`.
    Session,
    /// The client sent a request that declares itself (2026-07-28).
    Stateless,
}

impl<R: AsyncRead + Unpin + Send> Lines<R> {
    pub(super) fn new(stdin: R, stdout: impl AsyncWrite + Unpin + Send + 'static) -> Self {
        let (unread, replies) = mpsc::channel(MOST_UNREAD);
        Self {
            stdin: Reader::new(stdin),
            refusal: None,
            unread: Some(unread),
            writer: Some(tokio::spawn(write(stdout, replies))),
            calls: Calls::default(),
            lifecycle: Lifecycle::Open,
        }
    }

    /// Returns the message for the SDK that a line holds, if any. If the line needs an error reply, keeps
    /// that reply in `refusal`.
    fn take(&mut self, line: &[u8]) -> Option<ClientJsonRpcMessage> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        match message::read(line) {
            Incoming::Message(message) => match self.admit(&message) {
                Ok(true) => Some(*message),
                Ok(false) => None,
                Err(refusal) => {
                    self.refusal = Some(refusal);
                    None
                }
            },
            Incoming::Refused(refusal) => {
                self.refusal = Some(refusal);
                None
            }
            Incoming::Ignored => None,
        }
    }

    /// Returns whether the SDK gets a message now.
    fn admit(&mut self, message: &ClientJsonRpcMessage) -> Result<bool, Refusal> {
        match message {
            JsonRpcMessage::Request(request) => {
                let id = &request.id;
                let refused = |text: &str| {
                    let id = id.clone().into_json_value().to_string();
                    Err(Refusal::new(id, ErrorCode::INVALID_REQUEST, text))
                };
                match (&request.request, self.lifecycle) {
                    (ClientRequest::InitializeRequest(_), Lifecycle::Stateless) => {
                        return refused(
                            "this connection began without `initialize`, so it goes on without: \
                             open another one",
                        );
                    }
                    (ClientRequest::InitializeRequest(_), Lifecycle::Session) => {
                        return refused("this connection was initialized already");
                    }
                    _ => {}
                }
                match self.calls.begin(id) {
                    Ok(()) => {}
                    Err(Busy::SameId) => {
                        return refused(
                            "a request with this id is under way or was cancelled: take another id",
                        );
                    }
                    Err(Busy::TooMany) => {
                        return refused(
                            "too many requests are under way: wait until some were answered",
                        );
                    }
                }
                self.begin(&request.request);
                Ok(true)
            }
            // Hold it back: the SDK ends a connection that does not begin with a request.
            _ if self.lifecycle == Lifecycle::Open => Ok(false),
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.calls.cancel(id);
                }
                Ok(true)
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => Ok(true),
        }
    }

    /// Records how the connection begins, with the rules of the SDK.
    fn begin(&mut self, request: &ClientRequest) {
        if self.lifecycle != Lifecycle::Open {
            return;
        }
        let meta = request.get_meta();
        let complete = meta
            .missing_required_keys(&ProtocolVersion::V_2026_07_28)
            .is_empty();
        // The SDK answers an unknown revision with an error and stays open.
        let known = meta
            .protocol_version()
            .is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version));
        self.lifecycle = match request {
            ClientRequest::InitializeRequest(_) => Lifecycle::Session,
            ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => Lifecycle::Open,
            _ if complete && known => Lifecycle::Stateless,
            _ => Lifecycle::Open,
        };
    }
}

impl<R: AsyncRead + Unpin + Send> Transport<RoleServer> for Lines<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let calls = self.calls.clone();
        let unread = self.unread.clone();
        async move {
            let line = serde_json::to_string(&message)?;
            let sent = match unread {
                Some(unread) => unread.send(line).await.is_ok(),
                None => false,
            };
            match &message {
                JsonRpcMessage::Response(reply) => calls.end(&reply.id),
                JsonRpcMessage::Error(reply) => reply.id.iter().for_each(|id| calls.end(id)),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
            }
            sent.then_some(()).ok_or_else(gone)
        }
    }

    /// Receives a message. The future may be dropped: what waits is kept.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            // Read nothing while the client does not read.
            let place = self.unread.as_ref()?.clone().reserve_owned().await.ok()?;
            if let Some(refusal) = self.refusal.take() {
                place.send(refusal.to_json());
                continue;
            }
            drop(place);
            if self.calls.are_many() {
                tokio::task::yield_now().await;
            }
            match self.stdin.line().await {
                Ok(Line::Whole(line)) => {
                    if let Some(message) = self.take(&line) {
                        return Some(message);
                    }
                }
                Ok(Line::TooLong(id)) => {
                    self.refusal = Some(Refusal::new(
                        id.unwrap_or_else(|| "null".to_owned()),
                        ErrorCode::INVALID_REQUEST,
                        format!("the message has more than {LARGEST_LINE} bytes: send less"),
                    ));
                }
                Ok(Line::End) => return None,
                Err(error) => {
                    tracing::warn!(kind = ?error.kind(), "stdin cannot be read");
                    return None;
                }
            }
        }
    }

    /// Closes the transport after everything was written, or the client is gone.
    async fn close(&mut self) -> io::Result<()> {
        self.unread = None;
        match self.writer.take() {
            // Wait only for a while: a client that closed stdin may not read any more.
            Some(writer) => match tokio::time::timeout(LONGEST_GOODBYE, writer).await {
                Ok(Ok(written)) => written,
                _ => Err(gone()),
            },
            None => Ok(()),
        }
    }

    fn name() -> Cow<'static, str> {
        "stdio".into()
    }
}

/// Writes replies until all senders are gone.
async fn write(
    mut stdout: impl AsyncWrite + Unpin,
    mut replies: mpsc::Receiver<String>,
) -> io::Result<()> {
    while let Some(mut line) = replies.recv().await {
        line.push('\n');
        stdout.write_all(line.as_bytes()).await?;
        stdout.flush().await?;
    }
    Ok(())
}

fn gone() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

#[cfg(test)]
mod tests {
    use rmcp::model::{EmptyResult, ServerResult};
    use tokio::io::{AsyncReadExt as _, duplex};

    use super::*;
    use crate::bounds::MOST_CALLS;

    const SENT: usize = 10_000;

    /// Takes messages and answers them at once, until none comes for a while. Returns how many came.
    async fn answer_all(lines: &mut Lines<&[u8]>) -> usize {
        let (mut came, mut idle) = (0, 0);
        while idle < 100 {
            tokio::select! {
                biased;
                message = lines.receive() => match message {
                    Some(JsonRpcMessage::Request(request)) => {
                        let result = ServerResult::EmptyResult(EmptyResult {});
                        let reply = ServerJsonRpcMessage::response(result, request.id);
                        tokio::spawn(lines.send(reply));
                        (came, idle) = (came + 1, 0);
                    }
                    Some(_) => {}
                    None => return came,
                },
                () = tokio::task::yield_now() => idle += 1,
            }
        }
        came
    }

    #[tokio::test]
    async fn nothing_is_read_while_nobody_reads() {
        let line = |id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#) + "\n";
        let sent: String = (0..SENT).map(line).collect();
        let (mut client, stdout) = duplex(1_024);
        let mut lines = Lines::new(sent.as_bytes(), stdout);
        let came = answer_all(&mut lines).await;
        assert!((1..=3 * MOST_UNREAD).contains(&came), "{came}");

        // Check that nothing was lost when the client reads again.
        let reading = tokio::spawn(async move {
            let mut read = String::new();
            client.read_to_string(&mut read).await.unwrap();
            read
        });
        while answer_all(&mut lines).await > 0 {}
        lines.close().await.unwrap();
        drop(lines);
        assert_eq!(reading.await.unwrap().lines().count(), SENT);
    }

    #[tokio::test]
    async fn calls_that_do_not_end_are_bounded() {
        let line = |id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#) + "\n";
        let sent: String = (0..MOST_CALLS + 5).map(line).collect();
        let (mut client, stdout) = duplex(1 << 20);
        let mut lines = Lines::new(sent.as_bytes(), stdout);
        let mut begun = 0;
        while lines.receive().await.is_some() {
            begun += 1;
        }
        assert_eq!(begun, MOST_CALLS);
        lines.close().await.unwrap();
        drop(lines);
        let mut refused = String::new();
        client.read_to_string(&mut refused).await.unwrap();
        assert_eq!(
            refused
                .lines()
                .filter(|line| line.contains("-32600"))
                .count(),
            5
        );
    }
}
