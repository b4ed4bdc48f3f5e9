//! Undo in the terminal: the tool of the real server, asked about here.

use std::error::Error;

use confirm::Gate;
use serde_json::json;

use crate::{
    cli, config, language,
    serve::Backend,
    server::{Access, NAME, Server},
    terminal::{Terminal, screen},
};

pub(crate) async fn run(options: cli::Undo) -> Result<(), Box<dyn Error>> {
    let settings = config::settings()?;
    let backend = Backend::open(false).await?;
    let operations = backend.book.operations().await?;
    let found = match &options.operation_id {
        Some(id) => operations
            .iter()
            .find(|entry| entry.operation_id.starts_with(id.as_str())),
        None => operations
            .iter()
            .rev()
            .find(|entry| entry.state.is_in_effect()),
    };
    let Some(operation) = found else {
        return Err(match &options.operation_id {
            Some(id) => format!("there is no operation {id:?}: `avenir-server journal` lists them"),
            None => "there is nothing to undo: no operation is in effect".to_owned(),
        }
        .into());
    };
    let gate = Gate::builder()
        .asker(NAME)
        .settings(settings)
        .catalogue(language::catalogue(settings.language))
        .build();
    let server = Server::new(backend.client, gate, backend.book, Access::Write);
    let terminal = Terminal::open(server, options.answer).await?;
    let arguments = json!({"plan_id": operation.plan_id, "operation_id": operation.operation_id});
    let result = terminal.call("undo_operation", arguments).await?;
    terminal.close().await?;
    let said = result.structured_content.as_ref();
    let message = said.and_then(|said| said["message"].as_str());
    let message = message
        .map(str::to_owned)
        .or_else(|| Some(result.content.first()?.as_text()?.text.clone()));
    let message = message.unwrap_or_default();
    if result.is_error == Some(true) {
        return Err(message.into());
    }
    screen::println!("{message}");
    Ok(())
}
