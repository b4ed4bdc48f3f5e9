//! Plays conversations with MCP servers by clients of other SDKs.

use std::{collections::BTreeMap, process::Stdio, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::{node, python, python_program};

/// The longest time of a case, which is more than the program's own limit.
const PATIENCE: Duration = Duration::from_secs(180);

/// One conversation: a call of a tool, with an answer to each question.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::exhaustive_structs, reason = "tests make them")]
pub struct Case {
    /// The protocol revision that is offered.
    pub revision: &'static str,
    /// The declared capability: `none`, `empty`, `form`, `url` or `both`.
    pub elicitation: &'static str,
    /// The answer to every question: `yes`, `no`, `decline` or `cancel`.
    pub answer: &'static str,
    /// True if a code is passed back in a second call.
    pub use_code: bool,
    /// The tool that is called.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Value,
    /// The server that has it.
    #[serde(flatten)]
    pub server: Server,
}

/// The transport of a client.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[expect(clippy::exhaustive_enums, reason = "tests make them")]
pub enum Server {
    /// Over stdio. SDKs start a server without the environment of their own process.
    Stdio {
        /// The program and its arguments.
        command: Vec<String>,
        /// Its environment variables.
        environment: BTreeMap<String, String>,
    },
    /// Over HTTP.
    Http {
        /// The server's endpoint.
        url: String,
        /// Headers of every request.
        headers: BTreeMap<String, String>,
    },
}

/// The report of a client.
#[derive(Debug, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// The SDK and its version.
    pub client: String,
    /// The agreed protocol revision.
    #[serde(default)]
    pub revision: String,
    /// The questions that its user saw.
    #[serde(default)]
    pub questions: Vec<String>,
    /// The number of codes that it passed back.
    #[serde(default)]
    pub codes: usize,
    /// The last reply of the tool.
    #[serde(default)]
    pub reply: Value,
    /// The error that kept it from a reply.
    pub error: Option<String>,
}

impl Report {
    /// Returns how the user was asked: `mrtr` (between two requests), `elicit` (during the call),
    /// `code` or `none`.
    #[must_use]
    pub fn route(&self) -> &'static str {
        match (self.codes, self.questions.len(), self.revision.as_str()) {
            (1.., ..) => "code",
            (_, 0, _) => "none",
            (_, _, "2026-07-28") => "mrtr",
            _ => "elicit",
        }
    }

    /// Returns the status of the last reply, or `-`.
    #[must_use]
    pub fn status(&self) -> &str {
        let status = &self.reply["structuredContent"]["status"];
        status.as_str().unwrap_or("-")
    }
}

/// An SDK that a client is made with.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Sdk {
    /// MCP's Python SDK.
    Python,
    /// MCP's TypeScript SDK, 1.x.
    TypeScript,
    /// MCP's TypeScript client, 2.x.
    TypeScriptClient,
}

impl Sdk {
    /// Every SDK.
    pub const ALL: [Self; 3] = [Self::Python, Self::TypeScript, Self::TypeScriptClient];

    /// Returns the protocol revisions that it is tested with.
    #[must_use]
    pub fn revisions(self) -> &'static [&'static str] {
        match self {
            Self::TypeScript => &["2025-11-25", "2025-06-18"],
            Self::Python | Self::TypeScriptClient => &["2026-07-28", "2025-11-25", "2025-06-18"],
        }
    }
}

/// A running program that plays cases, one after the other, each with a client of its own.
#[derive(Debug)]
pub struct Player {
    cases: ChildStdin,
    reports: Lines<BufReader<ChildStdout>>,
    // Dropping the player ends the program.
    _program: Child,
}

impl Player {
    /// Starts the program of an SDK, or returns `None` if the test has to pass without it.
    ///
    /// # Panics
    ///
    /// Panics if the program does not start, and in CI if it cannot.
    #[must_use]
    pub fn start(sdk: Sdk, tmp: &str) -> Option<Self> {
        let mut command = match sdk {
            Sdk::Python => {
                let mut command = Command::new(python(tmp)?);
                command.arg(python_program("mcp_client.py"));
                command
            }
            Sdk::TypeScript => node(tmp)?.command("sdk.mjs").into(),
            Sdk::TypeScriptClient => node(tmp)?.command("client.mjs").into(),
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = command.kill_on_drop(true).spawn().unwrap();
        Some(Self {
            cases: program.stdin.take().unwrap(),
            reports: BufReader::new(program.stdout.take().unwrap()).lines(),
            _program: program,
        })
    }

    /// Plays one case.
    ///
    /// # Panics
    ///
    /// Panics if the program ends or does not report in time.
    pub async fn play(&mut self, case: &Case) -> Report {
        let mut line = serde_json::to_string(case).unwrap();
        line.push('\n');
        self.cases.write_all(line.as_bytes()).await.unwrap();
        let report = timeout(PATIENCE, self.reports.next_line()).await;
        let report = report.unwrap_or_else(|_| panic!("no report of {case:?}"));
        let report = report.unwrap().expect("the program has not ended");
        serde_json::from_str(&report).unwrap_or_else(|error| panic!("{error}: {report}"))
    }
}
