//! Tests a second question in one call.

use confirm::{Caller, Gate, Parameters, Reply, Stop, Subject, Unconfirmed};
use confirm_testing::ScriptedClient;
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::shop::eras;

/// A tool that would ask twice with the answer of one call.
struct Twice(Gate);

#[derive(Subject)]
#[subject(question("Sell {thing}?"))]
struct Sell {
    thing: String,
}

#[derive(Deserialize, JsonSchema)]
struct Args {
    thing: String,
}

#[derive(Serialize, JsonSchema)]
struct Sold {
    thing: String,
}

#[tool_router]
impl Twice {
    #[tool(output_schema = Reply::<Sold>::schema())]
    async fn sell(&self, Parameters(args, first): Parameters<Args>, second: Caller) -> Reply<Sold> {
        let propose = || async {
            let thing = args.thing.clone();
            Ok::<_, Stop>(Unconfirmed::new("shop", Sell { thing }))
        };
        let both = async {
            _ = confirm::ask(&self.0, first, propose).await?.into_subject();
            let change = confirm::ask(&self.0, second, propose).await?;
            let thing = change.into_subject().thing;
            Ok(Sold { thing })
        };
        Reply(both.await)
    }
}

#[tool_handler(name = "twice", version = "1.0.0")]
impl ServerHandler for Twice {}

#[tokio::test(start_paused = true)]
async fn a_second_caller_in_one_call_is_an_error() {
    for client in eras() {
        let (pipe, end) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let service = Twice(Gate::new()).serve(end).await.unwrap();
            service.waiting().await.unwrap();
        });
        let mut person = ScriptedClient::connect(client, pipe).await;
        let talk = person.call("sell", json!({"thing": "lamp"})).await;
        assert_eq!(talk.error(), Some(-32603), "{}", talk.reply);
        assert_eq!(talk.questions.len(), 0);
    }
}
