//! Your own server: confirmed writes in ten minutes.
//!
//! ```toml
//! [dependencies]
//! mcp-confirm = "0.1" # the library is called `confirm`
//! rmcp = { version = "3.11", features = ["server", "macros", "transport-io"] }
//! schemars = "1.2"
//! serde = { version = "1", features = ["derive"] }
//! tokio = { version = "1", features = ["macros", "rt-multi-thread", "sync"] }
//! ```
//!
//! This is the whole server, with the five places that matter:
//!
//! ```no_run
//! use std::collections::BTreeMap;
//!
//! use confirm::{Caller, Confirmed, Gate, Parameters, Reply, Settings, Stop, Subject, Unconfirmed};
//! use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//! use tokio::sync::Mutex;
//!
//! /// 1. The change: what is written, and what the person needs to see.
//! #[derive(Subject)]
//! #[subject(question("Set {name} to {value}? It is {before} now.", before = or(before, "not set")))]
//! struct SetValue {
//!     name: String,
//!     value: String,
//!     #[subject(shown)]
//!     before: Option<String>,
//! }
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Args {
//!     name: String,
//!     value: String,
//! }
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Output {
//!     values: usize,
//! }
//!
//! struct Server {
//!     gate: Gate,
//!     values: Mutex<BTreeMap<String, String>>,
//! }
//!
//! #[tool_router]
//! impl Server {
//!     /// Set a value. The user is asked first.
//!     // 2. The tool: its arguments come with the caller, its result is a `Reply` with a schema.
//!     #[tool(output_schema = Reply::<Output>::schema())]
//!     async fn set_value(&self, Parameters(args, caller): Parameters<Args>) -> Reply<Output> {
//!         Reply(self.ask_and_set(args, caller).await)
//!     }
//! }
//!
//! #[tool_handler(name = "values", version = "1.0.0")]
//! impl ServerHandler for Server {}
//!
//! impl Server {
//!     async fn ask_and_set(&self, args: Args, caller: Caller) -> Result<Output, Stop> {
//!         let confirmed = confirm::ask(&self.gate, caller, || self.propose(&args)).await?;
//!         Ok(self.set(confirmed).await)
//!     }
//!
//!     // 3. The proposal: it reads, and it runs more than once.
//!     async fn propose(&self, args: &Args) -> Result<Unconfirmed<SetValue>, Stop> {
//!         let Args { name, value } = args;
//!         if name.is_empty() {
//!             return Err(Stop::failed("`name` is empty: give the value a name"));
//!         }
//!         let before = self.values.lock().await.get(name).cloned();
//!         let (name, value) = (name.clone(), value.clone());
//!         Ok(Unconfirmed::new("values", SetValue { name, value, before }))
//!     }
//!
//!     // 4. The write: the only function that changes anything.
//!     async fn set(&self, change: Confirmed<SetValue>) -> Output {
//!         let SetValue { name, value, .. } = change.into_subject();
//!         let mut all = self.values.lock().await;
//!         all.insert(name, value);
//!         Output { values: all.len() }
//!     }
//! }
//!
//! #[tokio::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // 5. The gate: one for the whole server.
//!     let settings = Settings::from_env("VALUES_")?;
//!     let gate = Gate::builder().asker("values").settings(settings).build();
//!     let (stdin, stdout) = rmcp::transport::stdio_pipes();
//!     let stdin = gate.cancel_on_disconnect(stdin);
//!     let values = Mutex::default();
//!     let service = Server { gate, values }.serve((stdin, stdout)).await?;
//!     service.waiting().await?;
//!     Ok(())
//! }
//! ```
//!
//! 1. **The change.** A field is what will be written; a `shown` field only helps the person
//!    decide. [`Subject`](derive@crate::Subject) documents questions, rows and formats. Amounts are
//!    integers in minor units.
//! 2. **The tool.** Take [`Parameters`](crate::Parameters) of this library if the tool takes codes,
//!    and rmcp's own with a plain [`Caller`](crate::Caller) if it does not. rmcp cannot infer the
//!    schema of a [`Reply`](crate::Reply), so name it. `?` needs the inner function, because a
//!    question is not an error that a tool could return.
//! 3. **The proposal.** Its failures are the tool's own: [`Stop::failed`](crate::Stop::failed), or
//!    `impl From<YourError> for Stop`. Pass it as a closure that borrows.
//! 4. **The write.** It takes everything from the [`Confirmed`](crate::Confirmed). It is the one
//!    place to review.
//! 5. **The gate.** Clones are the same gate, so an HTTP factory clones the server. `watch` is for
//!    stdio only. [`Settings`](crate::Settings) belong to the operator; a server with defaults of
//!    its own starts from them with [`Settings::with_env`](crate::Settings::with_env).
//!
//! # Further features
//!
//! - **Tiers.** `#[subject(tier = Handoff)]` for changes that cannot be taken back. See [the
//!   routes](super::_3_routes).
//! - **Hints.** [`annotate`](crate::annotate) sets a tool's `destructiveHint` from its tier.
//! - **Sensitive subjects.** `#[subject(sensitive)]` shows only the operation and its consequence.
//!   The operation is the subject's kind, so choose one that reads well: `kind = "entry_removal"`
//!   is shown as "Confirm entry removal?"
//! - **Languages.** A PO file whose `msgid`s are your templates, merged by
//!   [`Catalogue::with_po`](crate::Catalogue::with_po). The words of a kind are a `msgid` too:
//!   `entry removal`.
//! - **An audit.** [`on_decision`](crate::GateBuilder::on_decision) is called with every decision,
//!   and the [`Evidence`](crate::Evidence) of a `Confirmed` belongs beside the write in a journal.
//! - **HTTP.** Put a [`Principal`](crate::Principal) into the request's extensions, in the layer
//!   that authenticates, and hold sessions to their principals: see [the
//!   chapter](super::_9_over_http).
//! - **Several processes.** Give them one [`Store`](crate::Store) and one
//!   [key](crate::GateBuilder::key).
//!
//! `examples/tax_filing.rs` in the repository shows the first five.
