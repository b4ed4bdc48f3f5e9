//! Serves the sandbox alone, for trying a client against it.

use std::{
    error::Error,
    io::{self, Write as _},
};

use avenir_sandbox::{Options, Sandbox, Store};

use crate::{cli, config};

pub(crate) async fn run(options: cli::Sandbox) -> Result<(), Box<dyn Error>> {
    let store = match options.file {
        None => Store::Memory,
        // Expand the home directory, because a shell does not do so behind a `=`.
        Some(file) => {
            let path = config::expanded(&file.to_string_lossy());
            Store::File(path.ok_or("--file is not a path: begin it with / or ~/")?)
        }
    };
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
    let line = format!(
        "AVENIR_MCP_YNAB_URL={} YNAB_API_KEY={}",
        running.base_url(),
        running.token()
    );
    // Fail if the line cannot be printed, because nobody can use the sandbox without it. A closed
    // pipe had its reader.
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            return Err(format!("the address cannot be printed ({error})").into());
        }
        _ => {}
    }
    tokio::signal::ctrl_c().await?;
    running.shutdown().await;
    Ok(())
}
