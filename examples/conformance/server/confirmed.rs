//! Fixtures that are confirmed tools. They cover these parts of each scenario: the clients that may be
//! asked, the question, its state, and that only its answer is a yes. The suite's client answers forms of
//! other shapes, such as `{"ok": true}`. Here that is not a yes, so the complete result says
//! `unconfirmed`.

use confirm::{Caller, Confirmed, Parameters, Reply, Stop, Subject, Unconfirmed};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Server;

/// The change.
#[derive(Subject)]
#[subject(question("Turn {lamp} on?"))]
struct TurnOn {
    lamp: String,
}

/// Arguments of every tool here. Some fixtures are called with a message, and most with nothing.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Args {
    /// The name of the lamp.
    message: Option<String>,
}

/// The result of a change.
#[derive(Serialize, JsonSchema)]
pub(super) struct On {
    /// The lamp that is on now.
    lamp: String,
}

#[tool_router(router = confirmed, vis = "pub(super)")]
impl Server {
    /// `tools-call-elicitation`: asked during the call.
    #[tool(output_schema = Reply::<On>::schema())]
    async fn test_elicitation(&self, Parameters(args, caller): Parameters<Args>) -> Reply<On> {
        Reply(self.turn_on(args, caller).await)
    }

    /// `server-stateless`: a question on 2026-07-28 is a result, and no request on the stream.
    #[tool(output_schema = Reply::<On>::schema())]
    async fn test_streaming_elicitation(
        &self,
        Parameters(args, caller): Parameters<Args>,
    ) -> Reply<On> {
        Reply(self.turn_on(args, caller).await)
    }

    /// `input-required-result-request-state`: the state comes back and is opened.
    #[tool(output_schema = Reply::<On>::schema())]
    async fn test_input_required_result_request_state(
        &self,
        Parameters(args, caller): Parameters<Args>,
    ) -> Reply<On> {
        Reply(self.turn_on(args, caller).await)
    }

    /// `input-required-result-tampered-state`: a state that is not ours is a protocol error.
    #[tool(output_schema = Reply::<On>::schema())]
    async fn test_input_required_result_tampered_state(
        &self,
        Parameters(args, caller): Parameters<Args>,
    ) -> Reply<On> {
        Reply(self.turn_on(args, caller).await)
    }
}

impl Server {
    async fn turn_on(&self, args: Args, caller: Caller) -> Result<On, Stop> {
        let propose = async || {
            let lamp = args
                .message
                .clone()
                .unwrap_or_else(|| "the lamp".to_owned());
            Ok::<_, Stop>(Unconfirmed::new("house", TurnOn { lamp }))
        };
        let confirmed = confirm::ask(&self.gate, caller, propose).await?;
        Ok(on(confirmed))
    }
}

/// Turns the lamp on. This is the only function that does.
fn on(change: Confirmed<TurnOn>) -> On {
    On {
        lamp: change.into_subject().lamp,
    }
}
