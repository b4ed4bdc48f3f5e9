//! A server for the official conformance suite: tools of this library, and fixtures of the suite that do
//! not use the library.
//!
//! Run it with `cargo run --example conformance`, and the suite with
//! `npx @modelcontextprotocol/conformance server --url http://127.0.0.1:8080/mcp`.

mod server;

use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    axum::serve(listener, server::site()).await
}
