//! A terminal as an MCP client of the real server, over a pipe in memory. Its writes are asked about
//! like every other write.

pub(crate) mod key;
mod person;
pub(crate) mod screen;

use std::error::Error;

use rmcp::{
    RoleClient, ServiceExt as _,
    model::{CallToolRequestParams, CallToolResult},
    service::RunningService,
};
use serde_json::Value;
use tokio::task::JoinHandle;

use self::person::Person;
use crate::{cli::Answer, server::Server};

/// A server and the terminal at its other end.
pub(crate) struct Terminal {
    client: RunningService<RoleClient, Person>,
    serving: JoinHandle<Result<(), String>>,
}

impl Terminal {
    /// Opens a terminal. If `scripted` is given, it is the answer and nobody is asked.
    pub(crate) async fn open(
        server: Server,
        scripted: Option<Answer>,
    ) -> Result<Self, Box<dyn Error>> {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let serving = tokio::spawn(async move {
            let running = server.serve(far).await.map_err(|error| error.to_string())?;
            let ended = running.waiting().await;
            ended.map(drop).map_err(|error| error.to_string())
        });
        let client = Person::new(scripted).serve(near).await?;
        Ok(Self { client, serving })
    }

    /// Calls a tool, and shows its question to the person. Fails with [`key::Interrupted`] after Ctrl-C.
    pub(crate) async fn call(
        &self,
        tool: &'static str,
        arguments: Value,
    ) -> Result<CallToolResult, Box<dyn Error>> {
        let Value::Object(arguments) = arguments else {
            return Err("the arguments of a tool are an object".into());
        };
        let request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = self.client.call_tool(request).await?;
        key::check_interrupt()?;
        Ok(result)
    }

    pub(crate) async fn close(self) -> Result<(), Box<dyn Error>> {
        self.client.cancel().await?;
        Ok(self.serving.await??)
    }
}
