//! Tests a principal that asks more than the gate keeps, over HTTP without sessions.

use std::sync::{Arc, Mutex};

use http_body_util::BodyExt as _;
use rmcp::{
    ServerHandler, tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde_json::{Value, json};

use super::bounds::QUESTIONS;
use crate::{
    Decision, Gate, Outcome, Parameters, Principal, Reply, Stop, Subject, Unconfirmed, ask,
};

#[derive(Subject)]
#[subject(question("Pay {cents}?"))]
struct Pay {
    cents: u8,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {
    cents: u8,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Paid {
    paid: u8,
}

#[derive(Clone)]
struct Server(Gate);

#[tool_handler]
impl ServerHandler for Server {}

#[tool_router]
impl Server {
    /// Pay.
    #[tool(output_schema = Reply::<Paid>::schema())]
    async fn pay(&self, Parameters(Args { cents }, caller): Parameters<Args>) -> Reply<Paid> {
        let propose = || async { Ok::<_, Stop>(Unconfirmed::new("plan", Pay { cents })) };
        let paid = ask(&self.0, caller, propose).await;
        Reply(paid.map(|paid| Paid {
            paid: paid.into_subject().cents,
        }))
    }
}

type Service = StreamableHttpService<Server, LocalSessionManager>;

/// Calls `pay` and returns the result.
async fn pay(service: &Service, principal: &str, elicitation: Value, more: Value) -> Value {
    let mut params = json!({
        "name": "pay", "arguments": {"cents": 42},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": elicitation},
            "io.modelcontextprotocol/clientInfo": {"name": "client", "version": "1"},
        },
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        if name == "confirmation" {
            params["arguments"][name] = value.clone();
        } else {
            params[name] = value.clone();
        }
    }
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let request = http::Request::post("/")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", "pay")
        .extension(Principal(principal.to_owned()));
    let response = service
        .handle(request.body(call.to_string()).unwrap())
        .await;
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(body.to_vec()).unwrap();
    let mut lines = text.lines().map(|line| line.trim_start_matches("data: "));
    let reply = lines.find(|line| line.starts_with('{'));
    let reply: Value = serde_json::from_str(reply.unwrap_or_else(|| panic!("{text}"))).unwrap();
    assert!(reply["result"].is_object(), "{reply}");
    reply["result"].clone()
}

/// Tests questions that are answered between two calls, and codes.
#[tokio::test]
async fn a_flood_by_one_principal_loses_only_its_own_questions() {
    for elicitation in [json!({"form": {}}), Value::Null] {
        let lost = Arc::<Mutex<Vec<Decision>>>::default();
        let heard = Arc::clone(&lost);
        let listener = move |decision: &Decision| {
            if decision.outcome == Outcome::Lost {
                heard.lock().unwrap().push(decision.clone());
            }
        };
        let server = Server(Gate::builder().on_decision(listener).build());
        let service: Service = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::default(),
            StreamableHttpServerConfig::default(),
        );
        let asked = pay(&service, "alice", elicitation.clone(), Value::Null).await;
        for _ in 0..QUESTIONS {
            pay(&service, "bob", elicitation.clone(), Value::Null).await;
        }
        assert_eq!(lost.lock().unwrap().len(), 1, "one of the flood's");
        let answer = match asked["structuredContent"]["confirmation"].as_str() {
            Some(code) => json!({"confirmation": code}),
            None => json!({
                "requestState": asked["requestState"],
                "inputResponses": {"confirm": {"action": "accept", "content": {"value": true}}},
            }),
        };
        let paid = pay(&service, "alice", elicitation, answer).await;
        assert_eq!(paid["structuredContent"]["paid"], 42, "{paid}");
    }
}
