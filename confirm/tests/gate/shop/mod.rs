//! The server of these tests: a shop whose prices a person has to agree to.

mod subjects;
mod tools;
mod world;

use std::sync::Arc;

use confirm::{Gate, GateBuilder, Settings};
use confirm_testing::{Client, ScriptedClient};
use rmcp::{ServerHandler, ServiceExt as _, tool_handler};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    task::JoinHandle,
};

pub use self::world::{Reading, Shop};

#[derive(Clone)]
pub struct Server {
    pub gate: Gate,
    pub shop: Arc<Shop>,
}

#[tool_handler(name = "shop", version = "1.0.0")]
impl ServerHandler for Server {}

impl Server {
    pub fn new(gate: GateBuilder) -> Self {
        let shop = Arc::<Shop>::default();
        let heard = Arc::clone(&shop);
        let gate = gate.on_decision(move |decision| heard.hear(decision));
        Self {
            gate: gate.build(),
            shop,
        }
    }

    pub fn with(settings: impl FnOnce(&mut Settings)) -> Self {
        let mut all = Settings::default();
        settings(&mut all);
        Self::new(Gate::builder().settings(all))
    }

    /// Connects a person at the other end of a new pipe to this server.
    pub async fn person(&self, client: Client) -> ScriptedClient {
        let (pipe, end) = tokio::io::duplex(PIPE);
        tokio::spawn(self.clone().run(end));
        ScriptedClient::connect(client, pipe).await
    }

    /// Connects a person on a watched pipe. Also returns the task that serves, which ends with the
    /// connection.
    pub async fn on_closing_pipe(&self, client: Client) -> (ScriptedClient, JoinHandle<()>) {
        let (pipe, end) = tokio::io::duplex(PIPE);
        let (from_client, to_client) = tokio::io::split(end);
        let end = tokio::io::join(self.gate.cancel_on_disconnect(from_client), to_client);
        let serving = tokio::spawn(self.clone().run(end));
        (ScriptedClient::connect(client, pipe).await, serving)
    }

    async fn run(self, end: impl AsyncRead + AsyncWrite + Send + 'static) {
        // A client may go away before it has sent anything.
        if let Ok(service) = self.serve(end).await {
            service.waiting().await.unwrap();
        }
    }
}

/// The size of a pipe in bytes: larger than any message, so that nobody waits for a reader.
const PIPE: usize = 1 << 16;

impl Default for Server {
    fn default() -> Self {
        Self::new(Gate::builder())
    }
}

/// Returns a client of each era that can show forms.
pub fn eras() -> [Client; 2] {
    [Client::modern(), Client::older()]
}

/// Returns arguments of `set_price` that ask for 90.00. The lamp costs 120.00.
pub fn cheaper_lamp() -> Value {
    json!({"thing": "lamp", "price": 9_000})
}

/// Returns the status in a reply.
#[track_caller]
pub fn status(reply: &Value) -> &str {
    let status = &reply["result"]["structuredContent"]["status"];
    status
        .as_str()
        .unwrap_or_else(|| panic!("no status: {reply}"))
}

/// Returns the message beside a status, which is also the text of the result.
#[track_caller]
pub fn message(reply: &Value) -> &str {
    let message = &reply["result"]["structuredContent"]["message"];
    message
        .as_str()
        .unwrap_or_else(|| panic!("no message: {reply}"))
}
