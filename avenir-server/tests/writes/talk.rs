//! Calls of tools that ask a person, on each of the three routes.

use serde_json::{Value, json};

use crate::common::{
    World,
    session::{Client, Session, status, yes},
};

/// The route on which the person is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    RoundTrip,
    InCall,
    Code,
}

impl Route {
    pub(crate) const ALL: [Self; 3] = [Self::RoundTrip, Self::InCall, Self::Code];

    pub(crate) fn client(self) -> Client {
        match self {
            Self::RoundTrip => Client::modern(),
            Self::InCall => Client::older(),
            Self::Code => Client::mute(),
        }
    }
}

/// A connection to a server, and the route on which the server asks.
pub(crate) struct Talk {
    pub(crate) session: Session,
    pub(crate) route: Route,
}

/// A question that waits for its answer.
pub(crate) struct Question {
    tool: &'static str,
    arguments: Value,
    message: Value,
    /// The text that the person reads.
    pub(crate) text: String,
}

impl Question {
    /// Returns the question of an input-required result, or `None` if the result is not a question.
    pub(crate) fn of(tool: &'static str, arguments: Value, message: Value) -> Option<Self> {
        let text = &message["result"]["inputRequests"]["confirm"]["params"]["message"];
        Some(Self {
            text: text.as_str()?.to_owned(),
            tool,
            arguments,
            message,
        })
    }
}

impl Talk {
    pub(crate) async fn new(world: &World, route: Route) -> Self {
        Self {
            session: Session::start(world.command(), route.client()).await,
            route,
        }
    }

    /// Calls a tool and returns the next message.
    pub(crate) async fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let call = json!({"name": tool, "arguments": arguments});
        self.session.request("tools/call", call).await
    }

    /// Calls a tool and returns its question. Panics if the tool does not ask.
    pub(crate) async fn ask(&mut self, tool: &'static str, arguments: Value) -> Question {
        let message = self.call(tool, &arguments).await;
        let text = match self.route {
            Route::RoundTrip => &message["result"]["inputRequests"]["confirm"]["params"]["message"],
            Route::InCall => &message["params"]["message"],
            Route::Code => &message["result"]["structuredContent"]["preview"],
        };
        let text = text
            .as_str()
            .unwrap_or_else(|| panic!("no question: {message}"));
        Question {
            tool,
            arguments,
            text: text.to_owned(),
            message,
        }
    }

    /// Says yes and returns the result.
    pub(crate) async fn agree(&mut self, question: &Question) -> Value {
        self.reply(question).await;
        self.session.next().await
    }

    /// Says yes without reading the result.
    pub(crate) async fn reply(&mut self, question: &Question) {
        let mut arguments = question.arguments.clone();
        let mut call = json!({"name": question.tool});
        match self.route {
            Route::InCall => {
                self.session.answer(&question.message, yes()).await;
                return;
            }
            Route::RoundTrip => {
                call["inputResponses"] = json!({"confirm": yes()});
                call["requestState"] = question.message["result"]["requestState"].clone();
            }
            Route::Code => {
                arguments["confirmation"] =
                    question.message["result"]["structuredContent"]["confirmation"].clone();
            }
        }
        call["arguments"] = arguments;
        self.session.post("tools/call", call).await;
    }

    /// Calls a tool and says yes. Returns the question and the operation's id. Panics if the change
    /// is not applied.
    pub(crate) async fn apply(&mut self, tool: &'static str, arguments: Value) -> (String, String) {
        let question = self.ask(tool, arguments).await;
        let result = self.agree(&question).await;
        assert_eq!(status(&result), "applied", "{result}");
        let id = &result["result"]["structuredContent"]["operation_id"];
        (question.text, id.as_str().unwrap().to_owned())
    }
}
