//! A client that speaks raw JSON-RPC lines, so that tests do not rely on the project's own types.

use std::{process::Stdio, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
};

/// The revision and the capabilities that a client declares.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) version: &'static str,
    pub(crate) elicitation: Option<Value>,
}

impl Client {
    /// Returns a client of 2026-07-28 that supports forms.
    pub(crate) fn modern() -> Self {
        Self {
            version: "2026-07-28",
            elicitation: Some(json!({"form": {}})),
        }
    }

    /// Returns a client of 2025-11-25 that supports forms.
    pub(crate) fn older() -> Self {
        Self {
            version: "2025-11-25",
            elicitation: Some(json!({})),
        }
    }

    /// Returns a client of 2025-06-18 that cannot ask its user.
    pub(crate) fn mute() -> Self {
        Self {
            version: "2025-06-18",
            elicitation: None,
        }
    }

    fn capabilities(&self) -> Value {
        match &self.elicitation {
            Some(modes) => json!({"elicitation": modes}),
            None => json!({}),
        }
    }

    fn is_modern(&self) -> bool {
        self.version >= "2026-07-28"
    }
}

/// A server process and its pipes.
pub(crate) struct Session {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    stdout: Lines<BufReader<ChildStdout>>,
    /// The client that the next request declares. On 2026-07-28 every request declares its client.
    pub(crate) client: Client,
    last_id: u64,
    waiting: String,
}

impl Session {
    pub(crate) async fn start(mut command: Command, client: Client) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut session = Self {
            stdin: child.stdin.take(),
            stdout: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
            client,
            last_id: 0,
            waiting: String::new(),
        };
        if !session.client.is_modern() {
            let hello = json!({
                "protocolVersion": session.client.version,
                "capabilities": session.client.capabilities(),
                "clientInfo": {"name": "session", "version": "1"},
            });
            let answer = session.request("initialize", hello).await;
            assert_eq!(answer["result"]["protocolVersion"], session.client.version);
            session
                .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
                .await;
        }
        session
    }

    /// Sends a request and returns the next message: the response, or a question from the server.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        self.post(method, params).await;
        self.next().await
    }

    /// Sends a request and returns its id.
    pub(crate) async fn post(&mut self, method: &str, params: Value) -> u64 {
        self.later(method, params);
        self.flush().await;
        self.last_id
    }

    /// Prepares a request that the next flush sends together with the others, in one write.
    pub(crate) fn later(&mut self, method: &str, mut params: Value) {
        self.last_id += 1;
        if self.client.is_modern() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.client.version,
                "io.modelcontextprotocol/clientCapabilities": self.client.capabilities(),
                "io.modelcontextprotocol/clientInfo": {"name": "session", "version": "1"},
            });
        }
        let request =
            json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        self.waiting += &request.to_string();
        self.waiting.push('\n');
    }

    pub(crate) async fn flush(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(waiting.as_bytes()).await.unwrap();
        stdin.flush().await.unwrap();
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.waiting += &message.to_string();
        self.waiting.push('\n');
        self.flush().await;
    }

    /// Sends a line unchanged, whether the line is JSON or not.
    pub(crate) async fn raw(&mut self, line: &str) {
        self.waiting += line;
        self.waiting.push('\n');
        self.flush().await;
    }

    /// Returns the server's next message. Panics if the server does not send one within 30 seconds.
    pub(crate) async fn next(&mut self) -> Value {
        // Wait less than the deadline of a question, so that the deadline does not end the wait.
        let line = tokio::time::timeout(Duration::from_secs(30), self.stdout.next_line());
        let line = line.await.expect("the server answers").unwrap();
        serde_json::from_str(&line.expect("the server is there")).unwrap()
    }

    /// Calls `apply_categories` and returns the next message.
    pub(crate) async fn apply(&mut self, arguments: Value) -> Value {
        self.request(
            "tools/call",
            json!({"name": "apply_categories", "arguments": arguments}),
        )
        .await
    }

    /// Retries `apply_categories` with an answer and a state, as a client of 2026-07-28 does.
    pub(crate) async fn retry(&mut self, arguments: Value, answer: Value, state: &Value) -> Value {
        let params = json!({
            "name": "apply_categories",
            "arguments": arguments,
            "inputResponses": {"confirm": answer},
            "requestState": state,
        });
        self.request("tools/call", params).await
    }

    /// Answers a question that the server asked during a call.
    pub(crate) async fn answer(&mut self, question: &Value, answer: Value) {
        assert_eq!(question["method"], "elicitation/create", "{question}");
        self.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}))
            .await;
    }

    /// Closes the pipe to the server's stdin.
    pub(crate) fn hang_up(&mut self) {
        self.stdin = None;
    }
}

/// Returns the answer of a ticked form.
pub(crate) fn yes() -> Value {
    json!({"action": "accept", "content": {"value": true}})
}

/// Returns `structuredContent.status` of a result. Panics if the result does not have a status.
pub(crate) fn status(message: &Value) -> &str {
    message["result"]["structuredContent"]["status"]
        .as_str()
        .unwrap_or_else(|| panic!("no status: {message}"))
}

/// Returns the text of a tool error. Panics if the result is not an error.
pub(crate) fn error_text(message: &Value) -> &str {
    assert_eq!(message["result"]["isError"], true, "{message}");
    message["result"]["content"][0]["text"].as_str().unwrap()
}
