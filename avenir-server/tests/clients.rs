//! Real clients against the built server over stdio: every SDK, revision, kind of elicitation and
//! answer, and what the plan says afterwards.

mod common;

use std::{fmt::Write as _, path::Path, process::Stdio, sync::Arc};

use avenir_sandbox::demo as known;
use serde_json::Value;
use tokio::{process::Command, sync::Semaphore, task::JoinSet};

use self::common::{SERVER, World, diner_to_restaurants, drivers};

#[derive(Clone, Copy, Debug)]
struct Case {
    driver: &'static str,
    protocol: &'static str,
    elicitation: &'static str,
    answer: &'static str,
    /// Whether a code that is handed out is passed back.
    second_call: bool,
}

/// What must come of a case.
#[derive(Debug, PartialEq, Eq)]
struct Expected {
    way: &'static str,
    status: &'static str,
    written: bool,
}

impl Case {
    fn expected(self) -> Expected {
        let asked = match self.protocol {
            "2026-07-28" => "mrtr",
            _ => "elicit",
        };
        let (way, status) = match (self.elicitation, self.answer, self.second_call) {
            ("form" | "empty", "yes", _) => (asked, "applied"),
            ("form" | "empty", "no" | "decline", _) => (asked, "declined"),
            ("form" | "empty", _, false) => (asked, "confirmation_required"),
            (_, _, false) => ("none", "confirmation_required"),
            (_, _, true) => ("code", "applied"),
        };
        Expected {
            way,
            status,
            written: status == "applied",
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
            for protocol in protocols {
                for (elicitation, answers) in [
                    ("form", &["yes", "no", "decline", "cancel"][..]),
                    ("empty", &["yes", "no", "decline", "cancel"]),
                    ("none", &["yes", "-"]),
                    ("url", &["yes", "-"]),
                ] {
                    cases.extend(answers.iter().map(|answer| Self {
                        driver,
                        protocol,
                        elicitation,
                        answer: if *answer == "-" { "yes" } else { answer },
                        second_call: *answer != "-" && *answer != "cancel",
                    }));
                }
            }
        }
        cases
    }
}

#[tokio::test]
async fn every_client_is_asked_and_heard() {
    let folder = match drivers::mcp_clients() {
        Ok(folder) => Arc::from(folder),
        Err(reason) => {
            drivers::skipped("the table of real clients", &reason);
            return;
        }
    };
    // A client is a second of start-up on one core.
    let cores = Arc::new(Semaphore::new(2));
    let mut running = JoinSet::new();
    for (number, case) in Case::all().into_iter().enumerate() {
        let (folder, cores) = (Arc::clone(&folder), Arc::clone(&cores));
        running.spawn(async move {
            let _core = cores.acquire_owned().await.unwrap();
            (number, case, run(case, &folder).await)
        });
    }
    let mut rows = running.join_all().await;
    rows.sort_unstable_by_key(|(number, ..)| *number);
    let mut table = String::from("client | revision | elicitation | answer | way | status | row\n");
    let mut wrong = Vec::new();
    for (_, case, got) in &rows {
        let answer = if case.second_call {
            case.answer
        } else {
            "cancel / code not used"
        };
        writeln!(
            table,
            "{} | {} | {} | {answer} | {} | {} | {}",
            got.client, case.protocol, case.elicitation, got.way, got.status, got.row
        )
        .unwrap();
        let expected = case.expected();
        let row = if expected.written { "Restaurants" } else { "-" };
        if (got.way.as_str(), got.status.as_str(), got.row) != (expected.way, expected.status, row)
        {
            wrong.push((case, expected, got));
        }
    }
    println!("{table}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(rows.len(), 96);
}

#[derive(Debug)]
struct Got {
    client: String,
    way: String,
    status: String,
    row: &'static str,
    #[expect(dead_code, reason = "shown when it is wrong")]
    line: Value,
}

async fn run(case: Case, folder: &Path) -> Got {
    let world = World::new().await;
    let program = match case.driver.rsplit_once('.') {
        Some((_, "py")) => folder.join("venv/bin/python"),
        _ => "node".into(),
    };
    let mut command = Command::new(program);
    command
        .arg(folder.join(case.driver))
        .args([
            "--protocol",
            case.protocol,
            "--elicitation",
            case.elicitation,
        ])
        .args(["--answer", case.answer, "--tool", "apply_categories"])
        .args(["--args", &diner_to_restaurants().to_string()])
        .args(["--code-arg", "confirmation", "--code-key", "confirmation"]);
    if !case.second_call {
        command.arg("--no-second-call");
    }
    // SDKs start a server without the environment of their own process.
    command.args(["--", "env"]);
    command.args(
        world
            .environment()
            .iter()
            .map(|(name, value)| format!("{name}={value}")),
    );
    command
        .arg(SERVER)
        .stderr(Stdio::inherit())
        .kill_on_drop(true);
    let output = command.output().await.unwrap();
    let line: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{case:?}: {error}: {output:?}"));
    let text = |key: &str| line[key].as_str().unwrap_or("-").to_owned();
    let row = match world.category_of(known::DINER).as_deref() {
        None => "-",
        Some(known::RESTAURANTS) => "Restaurants",
        Some(_) => "another category",
    };
    assert_eq!(line["negotiated"], case.protocol, "{line}");
    Got {
        client: text("client"),
        way: text("way"),
        status: text("status"),
        row,
        line,
    }
}
