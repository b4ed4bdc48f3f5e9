//! The built server over HTTP.

use std::process::Stdio;

use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

/// A server process and its address.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) authority: String,
    /// The lines on stderr up to the address, and the lines about the token if the server made one.
    pub(crate) said: String,
}

/// Starts a `command` of `http` on any free port. Without `tokens` the server makes its own token.
pub(crate) async fn serve(mut command: Command, tokens: Option<&str>) -> Served {
    command.args(["--port", "0"]).stderr(Stdio::piped());
    if let Some(tokens) = tokens {
        command.env("AVENIR_MCP_HTTP_TOKEN", tokens);
    }
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut said = String::new();
    let authority = loop {
        let line = lines.next_line().await.unwrap().expect("it listens");
        said += &(line.clone() + "\n");
        if let Some((_, rest)) = line.split_once("listening on http://") {
            break rest.trim_end_matches("/mcp").to_owned();
        }
    };
    if tokens.is_none() {
        for _ in 0..4 {
            said += &(lines.next_line().await.unwrap().unwrap() + "\n");
        }
    }
    // Drain stderr, because further lines must not fill the pipe.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Served {
        child,
        authority,
        said,
    }
}
