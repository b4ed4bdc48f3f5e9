//! The built server over HTTP, with many clients at once. Each call succeeds and memory stays flat.
//!
//! The test takes minutes, so it runs only if `CONFIRM_LONG` is set. For meaningful figures, run
//! `cargo test --release -p avenir-server --test load -- --nocapture`.

mod common;

use std::{
    collections::HashMap,
    env,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use avenir_sandbox::demo as known;
use axum::{Router, extract::State, http::Uri};
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, StatusCode, body::Bytes, client::conn::http1, header::HeaderMap};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Mutex,
    task::JoinSet,
};

use self::common::{
    World,
    over_http::{self, Served},
};

const TOKEN: &str = "the-load-has-this-token";
const SESSIONS: usize = 64;
/// The numbers of calls after which the memory is measured.
const MARKS: [usize; 3] = [10_000, 50_000, 100_000];
/// The limit in kilobytes on the growth of memory from the first mark to the last. For an hour the
/// server keeps 16 bytes of each request to YNAB: the time at which the request was sent.
const MOST_GROWTH: u64 = 8_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_clients_at_once() {
    if env::var_os("CONFIRM_LONG").is_none() {
        return;
    }
    let world = World::without_limit().await;
    let mut command = world.command();
    command
        .arg("http")
        .env("AVENIR_MCP_HOURLY_LIMIT", "1000000")
        .env("AVENIR_MCP_YNAB_URL", Memory::before(&world).await);
    let served = over_http::serve(command, Some(TOKEN)).await;
    let mut callers = Vec::new();
    for _ in 0..SESSIONS {
        callers.push(Caller::open(&served.authority).await);
    }
    println!("{SESSIONS} sessions open: {} kB", resident(&served));
    let mut memory = Vec::new();
    let mut done = 0;
    for mark in MARKS {
        let began = Instant::now();
        let mut times;
        (callers, times) = run(callers, mark - done).await;
        let rate = times.len() as u128 * 1000 / began.elapsed().as_millis();
        times.sort();
        let part = |percent: usize| times[times.len() * percent / 100];
        let (half, most, last) = (part(50), part(99), times[times.len() - 1]);
        memory.push(resident(&served));
        println!(
            "calls {done} to {mark}: no error, {rate} a second, p50 {half:.1?}, p99 {most:.1?}, \
             longest {last:.1?}; then {} kB",
            resident(&served)
        );
        done = mark;
    }
    let growth = memory[2].saturating_sub(memory[0]);
    assert!(growth < MOST_GROWTH, "it grew by {growth} kB: {memory:?}");
}

/// Makes `calls` calls, shared among the callers. Returns the callers and the time of each call.
async fn run(callers: Vec<Caller>, calls: usize) -> (Vec<Caller>, Vec<Duration>) {
    let taken = Arc::new(AtomicUsize::new(0));
    let mut running = JoinSet::new();
    for mut caller in callers {
        let taken = Arc::clone(&taken);
        running.spawn(async move {
            let mut times = Vec::new();
            loop {
                let number = taken.fetch_add(1, Ordering::Relaxed);
                if number >= calls {
                    return (caller, times);
                }
                times.push(caller.call(number).await);
            }
        });
    }
    let mut all = (Vec::new(), Vec::new());
    for (caller, times) in running.join_all().await {
        all.0.push(caller);
        all.1.extend(times);
    }
    all
}

/// A client with its own session and connection. A part of its requests does not use the session.
struct Caller {
    sender: http1::SendRequest<Full<Bytes>>,
    authority: String,
    session: HeaderMap,
    last_id: usize,
}

impl Caller {
    async fn open(authority: &str) -> Self {
        let stream = TcpStream::connect(authority).await.unwrap();
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let mut caller = Self {
            sender,
            authority: authority.to_owned(),
            session: HeaderMap::new(),
            last_id: 0,
        };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "load", "version": "1"},
        });
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello});
        let (_, headers, _) = caller.post(&hello, &HeaderMap::new()).await;
        let session = headers["mcp-session-id"].clone();
        caller.session.insert("mcp-session-id", session);
        let revision = "2025-11-25".parse().unwrap();
        caller.session.insert("mcp-protocol-version", revision);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let (status, _, _) = caller.post(&ready, &caller.session.clone()).await;
        assert_eq!(status, StatusCode::ACCEPTED);
        caller
    }

    /// Makes the call with this number, checks the reply, and returns how long the call took.
    async fn call(&mut self, number: usize) -> Duration {
        let (method, mut params) = match number % 8 {
            0 => ("tools/list", json!({})),
            1 | 4 => (
                "tools/call",
                json!({"name": "get_category_balances", "arguments": {"plan_id": known::PLAN}}),
            ),
            _ => ("tools/call", json!({"name": "list_plans", "arguments": {}})),
        };
        let modern = number / 8 % 2 == 1;
        let headers = if modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
            });
            let mut headers = HeaderMap::new();
            headers.insert("mcp-protocol-version", "2026-07-28".parse().unwrap());
            headers.insert("mcp-method", method.parse().unwrap());
            if let Some(name) = params["name"].as_str() {
                headers.insert("mcp-name", name.parse().unwrap());
            }
            headers
        } else {
            self.session.clone()
        };
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let began = Instant::now();
        let (status, _, body) = self.post(&request, &headers).await;
        let took = began.elapsed();
        let text = std::str::from_utf8(&body).unwrap();
        assert_eq!(status, StatusCode::OK, "{request}: {text}");
        let reply = reply(text);
        assert_eq!(reply["id"], id, "{request}: {text}");
        let result = &reply["result"];
        assert!(result["isError"] != true, "{request}: {text}");
        let content = match method {
            "tools/list" => &result["tools"],
            _ => &result["structuredContent"],
        };
        assert!(!content.is_null(), "{request}: {text}");
        took
    }

    /// Sends a message and reads the response to its end.
    async fn post(
        &mut self,
        message: &Value,
        headers: &HeaderMap,
    ) -> (StatusCode, HeaderMap, Bytes) {
        let mut request = Request::post("/mcp")
            .header("host", &self.authority)
            .header("authorization", format!("Bearer {TOKEN}"))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(Full::from(message.to_string()))
            .unwrap();
        request.headers_mut().extend(headers.clone());
        self.sender.ready().await.unwrap();
        let response = self.sender.send_request(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        (head.status, head.headers, body)
    }
}

/// A cache in front of the sandbox, so that the load is on the server. Without the cache, the
/// sandbox computes each response anew, one at a time.
#[derive(Clone)]
struct Memory {
    sandbox: String,
    answers: Arc<Mutex<HashMap<Uri, Bytes>>>,
}

impl Memory {
    /// Starts the cache and returns its base URL.
    async fn before(world: &World) -> String {
        let (sandbox, path) = world.base_url["http://".len()..].split_once('/').unwrap();
        let memory = Self {
            sandbox: sandbox.to_owned(),
            answers: Arc::default(),
        };
        let site = Router::new().fallback(Self::answer).with_state(memory);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, site).await.unwrap() });
        format!("http://{address}/{path}")
    }

    async fn answer(
        State(memory): State<Self>,
        uri: Uri,
        headers: HeaderMap,
    ) -> ([(&'static str, &'static str); 1], Bytes) {
        let mut answers = memory.answers.lock().await;
        if !answers.contains_key(&uri) {
            let stream = TcpStream::connect(&memory.sandbox).await.unwrap();
            let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
            tokio::spawn(connection);
            let mut request = Request::get(&uri).body(Full::<Bytes>::default()).unwrap();
            *request.headers_mut() = headers;
            let response = sender.send_request(request).await.unwrap();
            assert_eq!(response.status(), StatusCode::OK, "{uri}");
            let body = response.into_body().collect().await.unwrap().to_bytes();
            answers.insert(uri.clone(), body);
        }
        (
            [("content-type", "application/json")],
            answers[&uri].clone(),
        )
    }
}

/// Returns the reply in a body, which is JSON or a stream of events that ends with the reply.
fn reply(text: &str) -> Value {
    let event = text.lines().rfind(|line| line.starts_with("data: {"));
    let json = event.map_or(text, |line| &line["data: ".len()..]);
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns the resident memory of the server in kilobytes, or 0 if the system does not report it.
fn resident(served: &Served) -> u64 {
    let status = format!("/proc/{}/status", served.child.id().unwrap());
    let status = std::fs::read_to_string(status).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let words = line.map(|line| line.split_whitespace());
    words.map_or(0, |mut words| words.nth(1).unwrap().parse().unwrap())
}
