//! The official conformance suite, in both of its versions.

use std::{fmt, process::Stdio, time::Duration};

use tokio::{process::Command, time::timeout};

use crate::{Node, node};

const PATIENCE: Duration = Duration::from_secs(300);

/// The installed suite.
#[derive(Debug)]
pub struct Conformance {
    node: Node,
}

/// A version of the suite, and the protocol revision that it tests.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_enums, reason = "tests make them")]
pub enum Revision {
    /// The released version, which tests the revisions before 2026-07-28.
    Released,
    /// The next version, with the revision that it is told to test.
    Next(&'static str),
}

/// The result of one scenario.
#[derive(Debug)]
#[must_use]
pub struct Run {
    label: String,
    /// The number of checks that may fail.
    allowed: usize,
    /// The number of checks that failed; `None` if the suite did not print it.
    failed: Option<usize>,
    warned: usize,
    output: String,
}

const OLDER: Revision = Revision::Next("2025-11-25");
const MODERN: Revision = Revision::Next("2026-07-28");

/// The scenarios that fit any server, with the number of checks that fail on a server without the
/// suite's fixtures: in `server-stateless` a tool that lacks a capability, one that streams and one that
/// logs; in `caching` prompts and resources.
const PRODUCT: [(Revision, &str, usize); 20] = [
    (Revision::Released, "server-initialize", 0),
    (Revision::Released, "ping", 0),
    (Revision::Released, "tools-list", 0),
    (Revision::Released, "dns-rebinding-protection", 0),
    (Revision::Released, "server-sse-polling", 0),
    (Revision::Released, "server-sse-multiple-streams", 0),
    (OLDER, "server-initialize", 0),
    (OLDER, "server-session-lifecycle", 0),
    (OLDER, "ping", 0),
    (OLDER, "tools-list", 0),
    (OLDER, "dns-rebinding-protection", 0),
    (OLDER, "server-sse-polling", 0),
    (OLDER, "server-sse-multiple-streams", 0),
    (MODERN, "server-stateless", 4),
    (MODERN, "caching", 3),
    (MODERN, "tools-list", 0),
    (MODERN, "http-header-validation", 0),
    (MODERN, "dns-rebinding-protection", 0),
    (MODERN, "server-sse-multiple-streams", 0),
    (MODERN, "input-required-result-unsupported-methods", 0),
];

impl Conformance {
    /// Returns the suite, or `None` if the test has to pass without it.
    ///
    /// # Panics
    ///
    /// Panics in CI if it cannot be installed.
    #[must_use]
    pub fn set_up(tmp: &str) -> Option<Self> {
        node(tmp).map(|node| Self { node })
    }

    /// Runs a scenario that needs fixtures. No check may fail or warn.
    pub async fn scenario(&self, url: &str, revision: Revision, scenario: &str) -> Run {
        self.run(url, revision, scenario, 0).await
    }

    /// Runs every scenario that fits any server. Warnings are advice and pass.
    pub async fn product(&self, url: &str) -> Vec<Run> {
        let mut runs = Vec::new();
        for (revision, scenario, allowed) in PRODUCT {
            let mut run = self.run(url, revision, scenario, allowed).await;
            run.warned = 0;
            runs.push(run);
        }
        runs
    }

    async fn run(&self, url: &str, revision: Revision, scenario: &str, allowed: usize) -> Run {
        let package = match revision {
            Revision::Released => "conformance-released",
            Revision::Next(_) => "conformance-next",
        };
        let program = format!("node_modules/{package}/dist/index.js");
        let mut command = Command::from(self.node.command(&program));
        command.args(["server", "--url", url, "--scenario", scenario]);
        if let Revision::Next(revision) = revision {
            command.args(["--spec-version", revision]);
        }
        command.kill_on_drop(true).stdin(Stdio::null());
        let output = timeout(PATIENCE, command.output()).await;
        let output = output.unwrap_or_else(|_| panic!("{scenario} does not end"));
        let output = output.unwrap();
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        let figures = text.lines().rfind(|line| line.starts_with("Passed: "));
        let count = |what| figures.and_then(|line| number_before(line, what));
        Run {
            label: format!("{revision} {scenario}"),
            allowed,
            failed: count(" failed"),
            warned: count(" warnings").unwrap_or(0),
            output: text,
        }
    }
}

/// Returns the number that stands before a word.
fn number_before(line: &str, word: &str) -> Option<usize> {
    let (before, _) = line.split_once(word)?;
    before.rsplit(' ').next()?.parse().ok()
}

impl Run {
    /// Returns whether no more checks failed than may.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.warned == 0 && self.failed.is_some_and(|failed| failed <= self.allowed)
    }

    /// Returns all that the suite printed.
    #[must_use]
    pub fn output(&self) -> &str {
        &self.output
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            label,
            allowed,
            failed,
            warned,
            ..
        } = self;
        match failed {
            Some(failed) => write!(
                f,
                "{label} | {failed} failed, {allowed} may | {warned} warned"
            ),
            None => write!(f, "{label} | no figures"),
        }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Released => write!(f, "released"),
            Self::Next(revision) => write!(f, "next {revision}"),
        }
    }
}
