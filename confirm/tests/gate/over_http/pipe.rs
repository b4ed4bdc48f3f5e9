//! A client's end of HTTP as a pipe of lines, so that the same scripted person can use it.

use std::sync::{Arc, Mutex};

use http_body_util::{BodyExt as _, Full};
use hyper::{
    Request, Response,
    body::{Bytes, Incoming},
    client::conn::http1,
    header::HeaderMap,
};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, WriteHalf},
    net::TcpStream,
    sync::Mutex as AsyncMutex,
    task::JoinSet,
};

/// The way a client reaches a server, and its identity.
#[derive(Clone)]
pub(crate) struct Http {
    /// The host and port.
    authority: String,
    path: &'static str,
    headers: Vec<(&'static str, String)>,
    /// The headers that `initialize` led to: the session and the negotiated revision.
    opened: Arc<Mutex<HeaderMap>>,
}

const SESSION: &str = "mcp-session-id";
const REVISION: &str = "mcp-protocol-version";

impl Http {
    pub(crate) fn to(authority: &str, path: &'static str) -> Self {
        Self {
            authority: authority.to_owned(),
            path,
            headers: Vec::new(),
            opened: Arc::default(),
        }
    }

    /// Sets a header of every request, in place of its usual value.
    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Sets the token from which a server reads the principal.
    pub(crate) fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// Returns the session, which somebody else may come to know.
    pub(crate) fn session(&self) -> Option<String> {
        let opened = self.opened.lock().unwrap();
        Some(opened.get(SESSION)?.to_str().unwrap().to_owned())
    }

    /// Opens a pipe to the server. It ends, with every request on it, when the person drops their
    /// end.
    pub(crate) fn pipe(&self) -> DuplexStream {
        let (person, end) = tokio::io::duplex(1 << 16);
        tokio::spawn(self.clone().run(end));
        person
    }

    async fn run(self, end: DuplexStream) {
        let (from_person, to_person) = tokio::io::split(end);
        let to_person = ToPerson(Arc::new(AsyncMutex::new(to_person)));
        let mut lines = BufReader::new(from_person).lines();
        let mut requests = JoinSet::new();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let has_reply = !message["method"].is_null() && !message["id"].is_null();
            let sent = self.clone().send(message, to_person.clone());
            if has_reply {
                requests.spawn(sent);
            } else {
                // It must arrive before the messages after it.
                sent.await;
            }
        }
    }

    async fn send(self, message: Value, to_person: ToPerson) {
        let stream = TcpStream::connect(&self.authority).await.unwrap();
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let response = sender.send_request(self.request(&message)).await.unwrap();
        if message["method"] == "initialize" {
            self.open(&message, &response);
        }
        let content = response.headers().get("content-type");
        if content.is_some_and(|content| content.as_bytes().starts_with(b"text/event-stream")) {
            return to_person.stream(response.into_body()).await;
        }
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body = std::str::from_utf8(&body).unwrap();
        if body.starts_with('{') {
            to_person.line(body).await;
        } else if !message["id"].is_null() && !message["method"].is_null() {
            // A refusal of the transport is not JSON-RPC, so use its status as the code.
            let (id, error) = (&message["id"], json!({"code": status, "message": body}));
            let reply = json!({"jsonrpc": "2.0", "id": id, "error": error});
            to_person.line(&reply.to_string()).await;
        }
    }

    fn request(&self, message: &Value) -> Request<Full<Bytes>> {
        let mut request = Request::post(self.path);
        let headers = request.headers_mut().unwrap();
        for (name, value) in [
            ("host", self.authority.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ] {
            headers.insert(name, value.parse().unwrap());
        }
        let declared = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
        if declared.is_string() {
            for (name, value) in [
                (REVISION, declared),
                ("mcp-method", &message["method"]),
                ("mcp-name", &message["params"]["name"]),
            ] {
                if let Some(value) = value.as_str() {
                    headers.insert(name, value.parse().unwrap());
                }
            }
        } else {
            headers.extend(self.opened.lock().unwrap().clone());
        }
        for (name, value) in &self.headers {
            headers.insert(*name, value.parse().unwrap());
        }
        request.body(message.to_string().into()).unwrap()
    }

    fn open(&self, hello: &Value, response: &Response<Incoming>) {
        let mut opened = self.opened.lock().unwrap();
        let revision = hello["params"]["protocolVersion"].as_str().unwrap();
        opened.insert(REVISION, revision.parse().unwrap());
        if let Some(session) = response.headers().get(SESSION) {
            opened.insert(SESSION, session.clone());
        }
    }
}

#[derive(Clone)]
struct ToPerson(Arc<AsyncMutex<WriteHalf<DuplexStream>>>);

impl ToPerson {
    async fn line(&self, line: &str) {
        let mut pipe = self.0.lock().await;
        // Ignore the error: the person may be gone.
        _ = pipe.write_all(format!("{line}\n").as_bytes()).await;
    }

    /// Passes on each event with data as a message.
    async fn stream(&self, mut events: Incoming) {
        let mut text = String::new();
        while let Some(Ok(frame)) = events.frame().await {
            let Ok(bytes) = frame.into_data() else {
                continue;
            };
            text.push_str(std::str::from_utf8(&bytes).unwrap());
            while let Some((line, rest)) = text.split_once('\n') {
                let data = line.strip_prefix("data:").map(str::trim);
                if let Some(data) = data.filter(|data| !data.is_empty()) {
                    self.line(data).await;
                }
                text = rest.to_owned();
            }
        }
    }
}
