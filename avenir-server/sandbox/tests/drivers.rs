//! Clients that nobody of this project wrote, against a sandbox: YNAB's own SDK for JavaScript,
//! and Schemathesis, which makes requests from YNAB's description of its API.
//!
//! They lie beside the checkout and are set up once in the target directory. Where they cannot run
//! the tests say why and pass; in CI they fail if the drivers are there and cannot be set up.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use avenir_sandbox::{Options, Running, Sandbox, Store};

/// Seconds for Schemathesis; its default is a minute, and then it stops where it is.
const SECONDS: &str = "AVENIR_SCHEMATHESIS_SECONDS";

#[tokio::test(flavor = "multi_thread")]
async fn the_javascript_sdk_cannot_tell() {
    let install = |folder: &Path| {
        run(Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund"])
            .current_dir(folder))
        .map(drop)
    };
    let Some(folder) = ready("node", install) else {
        return;
    };
    let sandbox = sandbox().await;
    let mut driver = Command::new("node");
    driver
        .arg(folder.join("drive.mjs"))
        .args([sandbox.base_url().as_str(), sandbox.token()]);
    let output = in_the_background(driver).await;
    println!("{output}");
    assert!(output.contains("48 passed, 0 failed"), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn schemathesis_finds_nothing() {
    let install = |folder: &Path| {
        run(Command::new("python3")
            .args(["-m", "venv"])
            .arg(folder.join("venv")))?;
        run(Command::new(folder.join("venv/bin/python")).args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "schemathesis==4.32.5",
        ]))
        .map(drop)
    };
    let Some(folder) = ready("schemathesis", install) else {
        return;
    };
    let spec = shared().join("ynab/open_api_spec.yaml");
    let seconds = env::var(SECONDS).unwrap_or_else(|_| "60".to_owned());
    let sandbox = sandbox().await;
    let mut driver = Command::new("bash");
    driver
        .arg(folder.join("run.sh"))
        .args([sandbox.base_url().as_str(), sandbox.token()])
        .arg(spec)
        // It leaves a folder of its own behind.
        .current_dir(&folder)
        .env("PY", folder.join("venv/bin"))
        .env("EXAMPLES", "8")
        .env("MAXTIME", seconds);
    let output = in_the_background(driver).await;
    println!("{output}");
    assert!(output.contains("No issues found"), "{output}");
}

/// Without a limit: the two of them ask more than 200 times.
async fn sandbox() -> Running {
    let options = Options::default().hourly_limit(None);
    let sandbox = Sandbox::open(&Store::Memory, options).unwrap();
    sandbox.start(0).await.unwrap()
}

/// The sandbox is served by this process too.
async fn in_the_background(mut driver: Command) -> String {
    tokio::task::spawn_blocking(move || run(&mut driver))
        .await
        .unwrap()
        .unwrap()
}

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

/// The folder of a driver that can run; none, with the reason printed, if it cannot.
fn ready(name: &str, install: impl FnOnce(&Path) -> io::Result<()>) -> Option<PathBuf> {
    let source = shared().join("acceptance/ynab-clients").join(name);
    if !source.is_dir() {
        println!("skipped: there is no ../shared/acceptance beside the checkout");
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("ynab-clients")
        .join(name);
    let mark = folder.join("ready");
    if mark.exists() {
        return Some(folder);
    }
    // Half a set-up is none.
    _ = fs::remove_dir_all(&folder);
    let set_up = copy(&source, &folder)
        .and_then(|()| install(&folder))
        .and_then(|()| fs::write(&mark, ""));
    match set_up {
        Ok(()) => Some(folder),
        Err(error) if env::var_os("CI").is_some_and(|ci| ci == "true") => {
            panic!("{name} cannot be set up: {error}")
        }
        Err(error) => {
            println!("skipped: {name} cannot be set up: {error}");
            None
        }
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            // The contents only, since the original's mode may forbid writing.
            fs::write(&to, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// What it printed. One that fails shows that in its error.
fn run(command: &mut Command) -> io::Result<String> {
    let output = command.output().map_err(|error| {
        io::Error::other(format!(
            "{} does not start: {error}",
            command.get_program().display()
        ))
    })?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return Ok(stdout.into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{command:?}: {stdout}{stderr}")))
}
