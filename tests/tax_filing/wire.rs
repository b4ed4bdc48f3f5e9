//! The client's end of a pipe as raw JSON-RPC lines, so that the wire is tested and not our types.

use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

use crate::tax_filing::TaxFiling;

/// A revision of the protocol from each of its two eras.
pub(crate) const ERAS: [&str; 2] = ["2026-07-28", "2025-11-25"];

pub(crate) struct Client {
    pipe: BufReader<DuplexStream>,
    version: &'static str,
    capabilities: Value,
    last_id: u64,
    /// Everything that the server has said.
    pub(crate) heard: Vec<Value>,
}

/// What comes next in a call.
pub(crate) enum Next {
    Question(Question),
    Result(Value),
}

pub(crate) struct Question {
    /// What is shown: the message and the form.
    pub(crate) shown: Value,
    /// What the answer goes back with.
    back: Value,
}

impl Client {
    /// Starts the server and says hello to it. `forms`: the client can ask its user.
    pub(crate) async fn connect(server: TaxFiling, version: &'static str, forms: bool) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
        let mut client = Self {
            pipe: BufReader::new(ours),
            version,
            capabilities: if forms {
                json!({"elicitation": {"form": {}}})
            } else {
                json!({})
            },
            last_id: 0,
            heard: Vec::new(),
        };
        if !client.is_modern() {
            let info = json!({"name": "wire", "version": "1"});
            let hello = json!({"protocolVersion": version, "capabilities": client.capabilities, "clientInfo": info});
            client.request("initialize", hello).await;
            client
                .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
                .await;
        }
        client
    }

    /// Calls a tool.
    pub(crate) async fn call(&mut self, tool: &str) -> Next {
        let mut call = json!({"name": tool, "arguments": arguments(tool)});
        let mut reply = self.request("tools/call", call.clone()).await;
        if reply["method"] == "elicitation/create" {
            return Next::Question(Question {
                shown: reply["params"].take(),
                back: json!({"jsonrpc": "2.0", "id": reply["id"]}),
            });
        }
        let mut result = reply["result"].take();
        if result["resultType"] == "input_required" {
            call["requestState"] = result["requestState"].take();
            return Next::Question(Question {
                shown: result["inputRequests"]["confirm"]["params"].take(),
                back: call,
            });
        }
        Next::Result(result)
    }

    /// Answers a question, and takes the result of its call.
    pub(crate) async fn answer(&mut self, question: Question, answer: &str) -> Value {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let mut back = question.back;
        let mut reply = if self.is_modern() {
            back["inputResponses"] = json!({"confirm": answer});
            self.request("tools/call", back).await
        } else {
            back["result"] = answer;
            self.send(&back).await;
            self.next().await
        };
        reply["result"].take()
    }

    /// Sends a request and takes what comes next.
    pub(crate) async fn request(&mut self, method: &str, mut params: Value) -> Value {
        self.last_id += 1;
        if self.is_modern() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.version,
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
                "io.modelcontextprotocol/clientInfo": {"name": "wire", "version": "1"},
            });
        }
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        self.next().await
    }

    fn is_modern(&self) -> bool {
        self.version >= ERAS[0]
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.pipe.write_all(line.as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        let mut line = String::new();
        self.pipe.read_line(&mut line).await.unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert!(message.get("error").is_none(), "{message}");
        self.heard.push(message.clone());
        message
    }
}

fn arguments(tool: &str) -> Value {
    match tool {
        "remove_entry" => json!({"id": 2}),
        _ => json!({}),
    }
}
