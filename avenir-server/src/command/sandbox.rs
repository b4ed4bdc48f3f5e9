//! The sandbox by itself, for trying a client against it.

use std::error::Error;

use avenir_sandbox::{Options, Sandbox, Store};

use crate::cli;

pub(crate) async fn run(options: cli::Sandbox) -> Result<(), Box<dyn Error>> {
    let store = options.file.map_or(Store::Memory, Store::File);
    let mut behaviour = Options::default();
    if options.unlimited {
        behaviour = behaviour.hourly_limit(None);
    }
    if options.control {
        behaviour = behaviour.control();
    }
    let running = Sandbox::open(&store, behaviour)?
        .start(options.port)
        .await
        .map_err(|error| {
            format!(
                "port {} cannot be used ({error}): choose another with --port",
                options.port
            )
        })?;
    println!(
        "AVENIR_MCP_YNAB_URL={} YNAB_API_KEY={}",
        running.base_url(),
        running.token()
    );
    tokio::signal::ctrl_c().await?;
    running.shutdown().await;
    Ok(())
}
