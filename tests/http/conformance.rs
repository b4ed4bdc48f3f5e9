//! Runs both versions of the official conformance suite against a server of its fixtures and against the
//! example over HTTP.

#[path = "../../examples/conformance/server/mod.rs"]
mod fixtures;

use axum::{Router, extract::Request, http::HeaderValue, middleware};
use other_clients::{Conformance, Revision, Run};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::example;

/// The scenarios with a confirmed tool as fixture, and those without a fixture.
const CONFIRMED: [(Revision, &str); 6] = [
    (Revision::Released, "tools-call-elicitation"),
    (Revision::Next("2025-11-25"), "tools-call-elicitation"),
    (MODERN, "input-required-result-request-state"),
    (MODERN, "input-required-result-tampered-state"),
    (MODERN, "input-required-result-unsupported-methods"),
    (MODERN, "server-stateless"),
];

/// The scenarios with a fixture of plain rmcp, which request other input than a yes.
const PLAIN: [(Revision, &str); 11] = [
    (MODERN, "input-required-result-basic-elicitation"),
    (MODERN, "input-required-result-basic-sampling"),
    (MODERN, "input-required-result-basic-list-roots"),
    (MODERN, "input-required-result-multiple-input-requests"),
    (MODERN, "input-required-result-multi-round"),
    (MODERN, "input-required-result-missing-input-response"),
    (MODERN, "input-required-result-non-tool-request"),
    (MODERN, "input-required-result-result-type"),
    (MODERN, "input-required-result-capability-check"),
    (MODERN, "input-required-result-ignore-extra-params"),
    (MODERN, "input-required-result-validate-input"),
];

const MODERN: Revision = Revision::Next("2026-07-28");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_official_suite() {
    let Some(suite) = Conformance::set_up(env!("CARGO_TARGET_TMPDIR")) else {
        return;
    };
    let fixtures = open(fixtures::site()).await;
    let mut runs = Vec::new();
    for (part, scenarios) in [("confirmed", &CONFIRMED[..]), ("plain", &PLAIN)] {
        for (revision, scenario) in scenarios {
            let run = suite.scenario(&fixtures, *revision, scenario).await;
            println!("{part}: {run}");
            runs.push(run);
        }
    }
    let example = example::site(true, CancellationToken::new());
    let example = open(example.layer(middleware::map_request(as_alice))).await;
    for (name, url) in [("fixtures", fixtures), ("the example", example)] {
        for run in suite.product(&url).await {
            println!("product, {name}: {run}");
            runs.push(run);
        }
    }
    let wrong: Vec<&Run> = runs.iter().filter(|run| !run.is_good()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

async fn open(site: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, site).await.unwrap() });
    format!("http://{address}/mcp")
}

/// Adds a token, because the suite does not have one.
async fn as_alice(mut request: Request) -> Request {
    let token = HeaderValue::from_static("Bearer alice-token");
    request.headers_mut().insert("authorization", token);
    request
}
