//! The connection to the server: one JSON-RPC message per line.

use std::{collections::VecDeque, fmt, time::Duration};

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, Lines, ReadHalf,
    WriteHalf,
};

pub(crate) trait Pipe: AsyncRead + AsyncWrite + Send {}

impl<T: AsyncRead + AsyncWrite + Send> Pipe for T {}

type Boxed = std::pin::Pin<Box<dyn Pipe>>;

pub(crate) struct Connection {
    from_server: Lines<BufReader<ReadHalf<Boxed>>>,
    to_server: WriteHalf<Boxed>,
    /// The messages that have come and were not taken yet.
    inbox: VecDeque<Value>,
    last_id: u64,
    pub(crate) patience: Duration,
}

impl Connection {
    pub(crate) fn new(pipe: impl AsyncRead + AsyncWrite + Send + 'static) -> Self {
        let pipe: Boxed = Box::pin(pipe);
        let (from_server, to_server) = tokio::io::split(pipe);
        Self {
            from_server: BufReader::new(from_server).lines(),
            to_server,
            inbox: VecDeque::new(),
            last_id: 0,
            patience: Duration::from_secs(3600),
        }
    }

    /// Sends a request, and returns its id.
    pub(crate) async fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    pub(crate) async fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
            .await;
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        let sent = async {
            self.to_server.write_all(line.as_bytes()).await?;
            self.to_server.flush().await
        };
        if let Err(error) = sent.await {
            panic!("the server hung up before {message}: {error}");
        }
    }

    /// Returns the next message that is `wanted`, and keeps the others for later.
    pub(crate) async fn take(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let patience = self.patience;
        let found = tokio::time::timeout(patience, self.find(wanted)).await;
        found.unwrap_or_else(|_| {
            let inbox = &self.inbox;
            panic!("the server did not say what is waited for in {patience:?}, but {inbox:?}")
        })
    }

    /// Does the same without a limit to the patience. It may be dropped half-way and called again.
    pub(crate) async fn find(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(here) = self.inbox.iter().position(&wanted) {
            return self.inbox.remove(here).expect("it was there");
        }
        loop {
            let message = self.read().await;
            if wanted(&message) {
                return message;
            }
            self.inbox.push_back(message);
        }
    }

    pub(crate) async fn hang_up(&mut self) {
        // Ignore the error: the server may be gone already.
        _ = self.to_server.shutdown().await;
    }

    async fn read(&mut self) -> Value {
        let line = self.from_server.next_line().await;
        let line = line.expect("what the server sends can be read");
        let line = line.expect("the server is still there");
        serde_json::from_str(&line)
            .unwrap_or_else(|error| panic!("the server sent no JSON: {error}: {line}"))
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("inbox", &self.inbox)
            .field("last_id", &self.last_id)
            .finish_non_exhaustive()
    }
}
