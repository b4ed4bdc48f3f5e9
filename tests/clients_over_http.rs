//! Real clients against a server over HTTP, with sessions and without: every SDK, revision and
//! answer. The table over stdio, with what the plan says afterwards, is avenir-server's.

#[path = "../avenir-server/tests/common/drivers.rs"]
mod drivers;
#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../examples/http.rs"]
mod example;

use std::{fmt::Write as _, path::Path, process::Command, sync::Arc};

use serde_json::Value;
use tokio::{net::TcpListener, sync::Semaphore, task::JoinSet};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Copy, Debug)]
struct Case {
    driver: &'static str,
    protocol: &'static str,
    sessions: bool,
    /// Declares forms, or nothing.
    asks: bool,
    answer: &'static str,
}

impl Case {
    /// The way that is taken, and the status at the end. A code that is handed out is passed back.
    fn expected(self) -> (&'static str, &'static str) {
        let asked = match (self.protocol, self.sessions) {
            ("2026-07-28", _) => Some("mrtr"),
            (_, true) => Some("elicit"),
            // Without a session the SDK has no way to the client.
            (_, false) => None,
        };
        match (asked.filter(|_| self.asks), self.answer) {
            (Some(way), "yes") => (way, "done"),
            (Some(way), "no" | "decline") => (way, "declined"),
            _ => ("code", "done"),
        }
    }

    fn all() -> Vec<Self> {
        let mut cases = Vec::new();
        for (driver, protocols) in [
            (
                "python_mcp.py",
                &["2026-07-28", "2025-11-25", "2025-06-18"][..],
            ),
            ("node/ts_v1.mjs", &["2025-11-25", "2025-06-18"]),
            (
                "node/ts_v2.mjs",
                &["2026-07-28", "2025-11-25", "2025-06-18"],
            ),
        ] {
            for &protocol in protocols {
                for sessions in [true, false] {
                    let mut case = |asks, answer| {
                        cases.push(Self {
                            driver,
                            protocol,
                            sessions,
                            asks,
                            answer,
                        });
                    };
                    case(false, "yes");
                    case(true, "yes");
                    case(true, "no");
                    case(true, "decline");
                    case(true, "cancel");
                }
            }
        }
        cases
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_client_is_asked_and_heard() {
    let folder: Arc<Path> = match drivers::mcp_clients() {
        Ok(folder) => Arc::from(folder),
        Err(reason) => {
            drivers::skipped("the table of real clients over HTTP", &reason);
            return;
        }
    };
    let cores = Arc::new(Semaphore::new(2));
    let mut running = JoinSet::new();
    for (number, case) in Case::all().into_iter().enumerate() {
        let (folder, cores) = (Arc::clone(&folder), Arc::clone(&cores));
        running.spawn(async move {
            let _core = cores.acquire_owned().await.unwrap();
            (number, case, run(case, folder).await)
        });
    }
    let mut rows = running.join_all().await;
    rows.sort_unstable_by_key(|(number, ..)| *number);
    let mut table = String::from("client | revision | sessions | forms | answer | way | status\n");
    let mut wrong = Vec::new();
    for (_, case, line) in &rows {
        let text = |key: &str| line[key].as_str().unwrap_or("-");
        let got = (text("way"), text("status"));
        writeln!(
            table,
            "{} | {} | {} | {} | {} | {} | {}",
            text("client"),
            case.protocol,
            case.sessions,
            case.asks,
            case.answer,
            got.0,
            got.1
        )
        .unwrap();
        if got != case.expected() {
            wrong.push((case, line));
        }
    }
    println!("{table}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(rows.len(), 80);
}

/// One conversation with a site of its own; the line that the driver prints.
async fn run(case: Case, folder: Arc<Path>) -> Value {
    let closing = CancellationToken::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let site = example::site(case.sessions, closing.clone());
    let serving = tokio::spawn(async move { axum::serve(listener, site).await });
    let output = tokio::task::spawn_blocking(move || {
        let program = match case.driver.rsplit_once('.') {
            Some((_, "py")) => folder.join("venv/bin/python"),
            _ => "node".into(),
        };
        Command::new(program)
            .arg(folder.join(case.driver))
            .args(["--protocol", case.protocol, "--answer", case.answer])
            .args(["--elicitation", if case.asks { "form" } else { "none" }])
            .args(["--code-arg", "confirmation", "--code-key", "confirmation"])
            .args([
                "--header",
                "Authorization:Bearer alice-token",
                "--url",
                &url,
            ])
            .output()
            .unwrap()
    })
    .await
    .unwrap();
    closing.cancel();
    serving.abort();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{case:?}: {error}: {output:?}"))
}
