//! Undoes an operation in the terminal: calls the server's own tool, and asks here.

use std::error::Error;

use serde_json::json;

use crate::{
    cli, config,
    operations::{Entry, Operations},
    serve::Backend,
    server::{Access, Server},
    terminal::{Terminal, screen},
};

pub(crate) async fn run(options: cli::Undo) -> Result<(), Box<dyn Error>> {
    let mut settings = config::settings()?;
    // A code would help nobody in a terminal.
    settings.require_elicitation = true;
    let backend = Backend::open(false, Access::Write).await?;
    // Recover operations in doubt before one is chosen.
    if backend.operations.recover_in_doubt(None).await.is_err() {
        tracing::warn!("operations in doubt cannot be recovered");
    }
    let operation = operation(&backend.operations, options.operation_id.as_deref()).await?;
    let gate = config::gate(settings, &backend.operations);
    let server = Server::new(backend.client, gate, backend.operations, Access::Write);
    let terminal = Terminal::open(server, options.answer).await?;
    let arguments = json!({"plan_id": operation.plan_id, "operation_id": operation.operation_id});
    let result = terminal.call("undo_operation", arguments).await?;
    terminal.close().await?;
    let said = result.structured_content.unwrap_or_default();
    let message = match said["message"].as_str() {
        Some(message) => message.to_owned(),
        None => result
            .content
            .first()
            .and_then(|block| Some(block.as_text()?.text.clone()))
            .unwrap_or_default(),
    };
    match said["status"].as_str() {
        // Print only this: the other fields are for an agent.
        Some("applied") => {
            screen::println!("It was taken back.");
            Ok(())
        }
        Some("declined") => {
            screen::println!("Nothing was changed.");
            Ok(())
        }
        Some("nothing_to_do") => {
            screen::println!("{message}");
            Ok(())
        }
        _ => Err(message.into()),
    }
}

/// Returns the newest operation, or the operation whose id begins with `begins`.
async fn operation(operations: &Operations, begins: Option<&str>) -> Result<Entry, Box<dyn Error>> {
    let Some(begins) = begins.filter(|begins| !begins.is_empty()) else {
        let newest = operations.newest().await?;
        return Ok(newest.ok_or("there is nothing to undo: no operation is in effect")?);
    };
    let mut found = operations.operations().await?;
    found.retain(|entry| entry.operation_id.starts_with(begins));
    match (found.pop(), found.len()) {
        (Some(entry), 0) => Ok(entry),
        (None, _) => Err(format!(
            "there is no operation {begins:?}: `avenir-server journal` lists them"
        )
        .into()),
        _ => Err(format!("several operations begin with {begins:?}: give more of the id").into()),
    }
}
