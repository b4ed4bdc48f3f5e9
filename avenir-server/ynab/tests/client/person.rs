//! A scripted person who agrees. Tests ask as well, because a `Confirmed` exists only after a
//! question.

use std::sync::{Arc, Mutex};

use avenir_ynab::{Change, Edit, Method, Step};
use confirm::{Caller, Confirmed, Gate, Parameters, Reply, Stop, Subject, Unconfirmed};
use confirm_testing::{Answer, Client, ScriptedClient};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A subject of any requests.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "requests",
    question("Send {count} request(s)?", count = count(requests)),
    rows = requests
)]
pub(crate) struct Requests {
    plan_id: String,
    requests: Vec<Request>,
}

#[derive(Clone, Debug, Subject)]
#[subject(row("{method} {path}"))]
struct Request {
    method: String,
    path: String,
    body: String,
}

impl Requests {
    pub(crate) fn new(plan_id: &str, requests: &[(&str, &str, Value)]) -> Self {
        let requests = requests.iter().map(|(method, path, body)| Request {
            method: (*method).to_owned(),
            path: (*path).to_owned(),
            body: body.to_string(),
        });
        Self {
            plan_id: plan_id.to_owned(),
            requests: requests.collect(),
        }
    }
}

impl Change for Requests {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        Vec::new()
    }

    fn steps(&self) -> Vec<Step> {
        let step = |request: &Request| Step {
            method: match request.method.as_str() {
                "POST" => Method::Post,
                "PUT" => Method::Put,
                "DELETE" => Method::Delete,
                _ => Method::Patch,
            },
            path: ["plans", self.plan_id.as_str()]
                .into_iter()
                .chain(request.path.split('/').skip(1))
                .map(str::to_owned)
                .collect(),
            body: serde_json::from_str(&request.body).unwrap(),
            edits: Vec::new(),
        };
        self.requests.iter().map(step).collect()
    }
}

/// Asks the scripted person, who agrees, and returns the confirmed subject.
pub(crate) async fn confirmed(subject: Requests) -> Confirmed<Requests> {
    let server = Arc::new(Asking {
        gate: Gate::builder().asker("a test").build(),
        subject,
        confirmed: Mutex::default(),
    });
    let (near, far) = tokio::io::duplex(64 * 1024);
    let serving = tokio::spawn({
        let server = Arc::clone(&server);
        async move { server.serve(far).await.unwrap().waiting().await }
    });
    let mut person = ScriptedClient::connect(Client::older(), near).await;
    person.script([Answer::Yes]);
    let talk = person.call("send", json!({})).await;
    drop(person);
    serving.await.unwrap().unwrap();
    let confirmed = server.confirmed.lock().unwrap().take();
    confirmed.unwrap_or_else(|| panic!("{:?}", talk.reply))
}

struct Asking {
    gate: Gate,
    subject: Requests,
    confirmed: Mutex<Option<Confirmed<Requests>>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Debug, Serialize, JsonSchema)]
struct Done {}

#[tool_router]
impl Asking {
    /// Send the requests. The user is asked first.
    #[tool(output_schema = Reply::<Done>::schema())]
    async fn send(&self, Parameters(_args, caller): Parameters<Nothing>) -> Reply<Done> {
        Reply(self.ask(caller).await)
    }
}

impl Asking {
    async fn ask(&self, caller: Caller) -> Result<Done, Stop> {
        let propose = async || Ok::<_, Stop>(Unconfirmed::new("plan", self.subject.clone()));
        let confirmed = confirm::ask(&self.gate, caller, propose).await?;
        *self.confirmed.lock().unwrap() = Some(confirmed);
        Ok(Done {})
    }
}

#[tool_handler]
impl ServerHandler for Asking {}
