//! Both versions of the official conformance suite, against the built server over HTTP.

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    response::Response,
};
use hyper::{client::conn::http1, header::HeaderValue};
use hyper_util::rt::TokioIo;
use other_clients::{Conformance, Run};
use tokio::net::{TcpListener, TcpStream};

use crate::common::over_http;

const TOKEN: &str = "the-suite-has-no-token";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_official_suite() {
    let Some(suite) = Conformance::set_up(env!("CARGO_TARGET_TMPDIR")) else {
        return;
    };
    let mut command = crate::common::server();
    command.args(["http", "--demo", "--write"]);
    let served = over_http::serve(command, Some(TOKEN)).await;
    let before = Router::new()
        .fallback(with_token)
        .with_state(served.authority.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, before).await.unwrap() });
    let runs = suite.product(&url).await;
    for run in &runs {
        println!("product, avenir-server: {run}");
    }
    let wrong: Vec<&Run> = runs.iter().filter(|run| !run.is_good()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Forwards a request with the token, which the suite cannot send. Changes nothing else in the
/// request, not even its Host.
async fn with_token(State(authority): State<String>, mut request: Request) -> Response {
    let token = HeaderValue::from_str(&format!("Bearer {TOKEN}")).unwrap();
    request.headers_mut().insert("authorization", token);
    let stream = TcpStream::connect(authority).await.unwrap();
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender.send_request(request).await.unwrap().map(Body::new)
}
