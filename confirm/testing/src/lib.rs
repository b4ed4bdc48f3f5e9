//! A scripted person, for tests of MCP servers that ask before they write.
//!
//! A [`ScriptedClient`] sits at the client's end of a pipe: it calls a tool, is shown the question, and
//! answers according to its script. It speaks raw JSON-RPC over anything that reads and writes, in
//! both eras of the protocol. From 2026-07-28 on, a question is a result and its answer comes with
//! the retried call; before that, the server asks during the call. The declaration of the
//! [`Client`] decides whether it can be asked at all. Nothing here depends on the server's library,
//! so a test sees exactly what the server sends.
//!
//! ```
//! # use std::sync::atomic::{AtomicUsize, Ordering};
//! use confirm_testing::{Answer, Client, ScriptedClient};
//! # use confirm::{Caller, Confirmed, Gate, Parameters, Reply, Stop, Subject, Unconfirmed};
//! # use rmcp::{ServiceExt, tool, tool_router};
//! # use serde_json::json;
//! # #[derive(serde::Deserialize, schemars::JsonSchema)]
//! # struct Args { name: String }
//! # #[derive(serde::Serialize, schemars::JsonSchema)]
//! # struct Deleted { deleted: String }
//!
//! #[derive(Subject)]
//! #[subject(question("Delete {name}?"))]
//! struct Delete { name: String }
//!
//! struct Server { gate: Gate }
//!
//! #[tool_router(server_handler)]
//! impl Server {
//!     #[tool(output_schema = Reply::<Deleted>::schema())]
//!     async fn delete(&self, Parameters(Args { name }, caller): Parameters<Args>) -> Reply<Deleted> {
//!         let propose = || async { Ok::<_, Stop>(Unconfirmed::new("things", Delete { name: name.clone() })) };
//!         let confirmed = confirm::ask(&self.gate, caller, propose).await;
//!         Reply(confirmed.map(|change| Deleted { deleted: change.into_subject().name }))
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! for client in [Client::modern(), Client::older()] {
//!     let (pipe, server) = tokio::io::duplex(4096);
//!     tokio::spawn(async move {
//!         let service = Server { gate: Gate::new() }.serve(server).await.unwrap();
//!         service.waiting().await.unwrap();
//!     });
//!     let mut person = ScriptedClient::connect(client, pipe).await;
//!     person.script([Answer::No, Answer::Yes]);
//!
//!     let talk = person.call("delete", json!({"name": "alpha"})).await;
//!     assert_eq!(talk.status(), Some("declined"));
//!     assert_eq!(talk.questions.len(), 1);
//!     assert_eq!(talk.questions[0].message, "Delete ‘alpha’?");
//!
//!     // Another thing: nobody is asked again at once about what they declined.
//!     let talk = person.call("delete", json!({"name": "beta"})).await;
//!     assert_eq!(talk.reply["result"]["structuredContent"]["deleted"], "beta");
//! }
//! # }
//! ```
//!
//! [`call`](ScriptedClient::call) plays a whole conversation. To test what happens in its middle, use its
//! steps [`start`](ScriptedClient::start), [`question`](ScriptedClient::question), [`answer`](ScriptedClient::answer) and
//! [`reply`](ScriptedClient::reply), which are the same in both eras:
//!
//! ```
//! # use confirm_testing::{Answer, ScriptedClient};
//! # async fn example(person: &mut ScriptedClient) {
//! let call = person.start("delete", serde_json::json!({"name": "alpha"})).await;
//! let question = person.question(&call).await;
//! // Here the world changes, the clock goes on, or the client goes away.
//! let call = person.answer(&question, &Answer::Yes).await;
//! let reply = person.reply(&call).await;
//! # }
//! ```
//!
//! A person waits on tokio's clock. If that clock is paused, an answer can come ten minutes late
//! and the test takes no time.
//!
//! # Panics
//!
//! A person is made for tests. It panics if the conversation leaves the script, if the server hangs
//! up, and if the server is silent for longer than [the person's patience](ScriptedClient::patience).

mod answer;
mod client;
mod connection;
mod conversation;
mod question;
mod scripted_client;

pub use self::{
    answer::Answer,
    client::Client,
    conversation::Conversation,
    question::Question,
    scripted_client::{Call, ScriptedClient},
};
