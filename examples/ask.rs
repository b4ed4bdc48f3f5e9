//! A minimal server of your own: one subject, one question.
//!
//! Run it with `cargo run --example ask`, as the command of an MCP client.

use std::collections::BTreeSet;

use confirm::{Caller, Confirmed, Gate, Parameters, Reply, Stop, Subject, Unconfirmed};
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

/// The change: exactly what the person is shown, and exactly what is done.
#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

/// Arguments of `delete_thing`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Name of the thing.
    name: String,
}

/// The result of a deletion.
#[derive(Serialize, JsonSchema)]
struct Deleted {
    /// The number of things that are left.
    left: usize,
}

struct Server {
    gate: Gate,
    things: Mutex<BTreeSet<String>>,
}

#[tool_router]
impl Server {
    /// Delete a thing. The user is asked first.
    #[tool(output_schema = Reply::<Deleted>::schema())]
    async fn delete_thing(&self, Parameters(args, caller): Parameters<Args>) -> Reply<Deleted> {
        Reply(self.ask_and_delete(args, caller).await)
    }
}

#[tool_handler(name = "things", version = "1.0.0")]
impl ServerHandler for Server {}

impl Server {
    async fn ask_and_delete(&self, args: Args, caller: Caller) -> Result<Deleted, Stop> {
        let confirmed = confirm::ask(&self.gate, caller, || self.propose(&args)).await?;
        Ok(self.delete(confirmed).await)
    }

    /// Reads the things, and works out the change.
    async fn propose(&self, args: &Args) -> Result<Unconfirmed<Delete>, Stop> {
        let name = args.name.clone();
        if !self.things.lock().await.contains(&name) {
            return Err(Stop::failed(format!(
                "There is no thing {name:?}: take alpha or beta."
            )));
        }
        Ok(Unconfirmed::new("things", Delete { name }))
    }

    /// Deletes. This is the only function that does.
    async fn delete(&self, change: Confirmed<Delete>) -> Deleted {
        let mut things = self.things.lock().await;
        things.remove(&change.into_subject().name);
        Deleted { left: things.len() }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gate = Gate::builder().asker("things").build();
    let (stdin, stdout) = rmcp::transport::stdio_pipes();
    let stdin = gate.cancel_on_disconnect(stdin);
    let things = Mutex::new(["alpha", "beta"].map(String::from).into());
    let service = Server { gate, things }.serve((stdin, stdout)).await?;
    service.waiting().await?;
    Ok(())
}
