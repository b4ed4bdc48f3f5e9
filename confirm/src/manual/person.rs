//! Playing the person: how to test a confirmed tool.
//!
//! There is no test-only way to a [`Confirmed`](crate::Confirmed), because a way for tests is a way
//! for everybody. A test plays the person instead, at the other end of a pipe, so it also tests
//! that somebody is asked. The crate `mcp-confirm-testing` (library `confirm_testing`) is that
//! person. It speaks raw JSON-RPC, in both eras of the protocol, and depends on nothing of this
//! library.
//!
//! ```
//! # use std::{collections::BTreeSet, sync::{Arc, Mutex}};
//! # use confirm::{Gate, Parameters, Reply, Stop, Subject, Unconfirmed};
//! # use rmcp::{ServiceExt, tool, tool_router};
//! # use serde_json::json;
//! # #[derive(Subject)]
//! # #[subject(question("Delete {name}?"))]
//! # struct Delete { name: String }
//! # #[derive(serde::Deserialize, schemars::JsonSchema)]
//! # struct Args { name: String }
//! # #[derive(serde::Serialize, schemars::JsonSchema)]
//! # struct Deleted { left: usize }
//! # struct Server { gate: Gate, things: Arc<Mutex<BTreeSet<String>>> }
//! # #[tool_router(server_handler)]
//! # impl Server {
//! #     #[tool(output_schema = Reply::<Deleted>::schema())]
//! #     async fn delete(&self, Parameters(Args { name }, caller): Parameters<Args>) -> Reply<Deleted> {
//! #         let propose = || async { Ok::<_, Stop>(Unconfirmed::new("things", Delete { name: name.clone() })) };
//! #         let confirmed = confirm::ask(&self.gate, caller, propose).await;
//! #         let mut things = self.things.lock().unwrap();
//! #         Reply(confirmed.map(|change| {
//! #             things.remove(&change.into_subject().name);
//! #             Deleted { left: things.len() }
//! #         }))
//! #     }
//! # }
//! use confirm_testing::{Answer, Client, ScriptedClient};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! for client in [Client::modern(), Client::older()] {
//!     for (answer, status, left) in [
//!         (Answer::Yes, "done", 0),
//!         (Answer::Unticked, "declined", 1),
//!         (Answer::No, "declined", 1),
//!         (Answer::Dismiss, "confirmation_required", 1),
//!         (Answer::Malformed(json!({"action": "accept"})), "unconfirmed", 1),
//!     ] {
//!         let things = Arc::new(Mutex::new(BTreeSet::from(["alpha".to_owned()])));
//!         let server = Server { gate: Gate::new(), things: Arc::clone(&things) };
//!         let (ours, theirs) = tokio::io::duplex(4096);
//!         tokio::spawn(async { server.serve(theirs).await.unwrap().waiting().await });
//!
//!         let mut person = ScriptedClient::connect(client.clone(), ours).await;
//!         person.script([answer]);
//!         let talk = person.call("delete", json!({"name": "alpha"})).await;
//!
//!         assert_eq!(talk.questions.len(), 1);
//!         assert_eq!(talk.questions[0].message, "Delete ‘alpha’?");
//!         assert_eq!(talk.status(), Some(status));
//!         assert_eq!(things.lock().unwrap().len(), left);
//!     }
//! }
//! # }
//! ```
//!
//! # Cases to test
//!
//! - **The tool asks.** Count the questions, and check their text.
//! - **A no writes nothing.** Check the world, not the reply.
//! - **A change of the world is noticed.** Change the world while the question is open, between
//!   `ScriptedClient::question` and `ScriptedClient::answer`: nothing is written.
//! - **A client that cannot ask**, `Client::modern().mute()`: a code for a `Confirm`, a refusal for
//!   a `Handoff`.
//! - **The outcome**, through [`on_decision`](crate::GateBuilder::on_decision): the status in a
//!   reply is coarser.
//! - **The list of tools.** Forgetting `output_schema` compiles, and so does
//!   [`Parameters`](crate::Parameters) under another name, whose schema rmcp then does not find.
//! - **Time**, on a paused clock (`#[tokio::test(start_paused = true)]`): an answer that comes ten
//!   minutes late takes no time to test.
//!
//! Then remove a guarantee, once, and see its test fail: a test that cannot fail proves nothing.
