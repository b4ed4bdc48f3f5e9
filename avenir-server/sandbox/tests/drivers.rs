//! Other people's clients against a sandbox: YNAB's own SDK for JavaScript, and Schemathesis,
//! which makes requests from YNAB's description of its API.

use std::{env, fs, path::Path, process::Command};

use avenir_sandbox::{Options, Running, Sandbox, Store};

const TMP: &str = env!("CARGO_TARGET_TMPDIR");

/// The variable with the seconds that Schemathesis runs for. Without this variable each operation
/// gets a fixed number of requests.
const SECONDS: &str = "AVENIR_SCHEMATHESIS_SECONDS";

#[tokio::test(flavor = "multi_thread")]
async fn the_javascript_sdk_cannot_tell() {
    let Some(node) = other_clients::node(TMP) else {
        return;
    };
    let sandbox = sandbox().await;
    let mut program = node.command("ynab.mjs");
    program.args([sandbox.base_url().as_str(), sandbox.token()]);
    let output = run(program).await;
    assert!(output.contains("51 checks, 0 failed"), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn schemathesis_finds_nothing() {
    let Some(python) = other_clients::python(TMP) else {
        return;
    };
    let folder = Path::new(TMP).join("other-clients/schemathesis");
    fs::create_dir_all(&folder).unwrap();
    let description = folder.join("description.yaml");
    let mut make = Command::new(&python);
    make.arg(other_clients::python_program("description.py"))
        .args([&other_clients::ynab_description(), &description]);
    run(make).await;
    let sandbox = sandbox().await;
    let mut program = Command::new(python.with_file_name("schemathesis"));
    program
        .arg("run")
        .arg(description)
        .args(["--url", &sandbox.base_url()])
        .arg("--header")
        .arg(format!("Authorization: Bearer {}", sandbox.token()))
        .arg("--checks")
        .arg(
            "not_a_server_error,status_code_conformance,content_type_conformance,\
             response_schema_conformance",
        )
        .args(["--phases", "examples,coverage,fuzzing,stateful"])
        .args(["--max-examples", "8", "--seed", "1", "--workers", "1"])
        .args(["--continue-on-failure", "--no-color", "--warnings", "off"])
        // Schemathesis leaves its own folder behind.
        .current_dir(&folder);
    if let Ok(seconds) = env::var(SECONDS) {
        program.args(["--max-time", &seconds]);
    }
    let output = run(program).await;
    assert!(output.contains("No issues found"), "{output}");
}

/// Starts a sandbox without a limit: a client sends more than 200 requests.
async fn sandbox() -> Running {
    let options = Options::default().hourly_limit(None);
    let sandbox = Sandbox::open(&Store::Memory, options).unwrap();
    sandbox.start(0).await.unwrap()
}

/// Runs a program while this process serves the sandbox, and returns the program's stdout.
async fn run(mut program: Command) -> String {
    let output = tokio::task::spawn_blocking(move || program.output());
    let output = output.await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    text
}
