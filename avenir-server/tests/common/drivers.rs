//! Drivers around MCP SDKs that nobody of this project wrote. They lie beside the checkout, and
//! are set up once in the target directory.

use std::{
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

/// The drivers, ready to run; or why they cannot.
///
/// # Panics
///
/// In CI, if they are there and cannot be set up.
pub(crate) fn mcp_clients() -> Result<PathBuf, String> {
    // Beside the checkout, from the root package or from a member of it.
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().take(3);
    let source = above
        .map(|folder| folder.join("shared/acceptance/mcp-clients"))
        .find(|source| source.is_dir())
        .ok_or("there is no ../shared/acceptance beside the checkout")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mcp-clients");
    let ready = folder.join("ready");
    if ready.exists() {
        return Ok(folder);
    }
    match set_up(&source, &folder).and_then(|()| fs::write(ready, "")) {
        Ok(()) => Ok(folder),
        Err(error) if env::var_os("CI").is_some_and(|ci| ci == "true") => {
            panic!("the clients cannot be set up: {error}")
        }
        Err(error) => Err(format!("the clients cannot be set up: {error}")),
    }
}

/// Says that a test did not run, also where the output of passing tests is not shown.
pub(crate) fn skipped(what: &str, reason: &str) {
    _ = writeln!(io::stderr(), "skipped: {what}: {reason}");
}

fn set_up(source: &Path, folder: &Path) -> io::Result<()> {
    // It may be without write bits, and half a set-up is none.
    _ = fs::remove_dir_all(folder);
    copy(source, folder)?;
    let python = folder.join("venv/bin/python");
    run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(folder.join("venv")))?;
    run(Command::new(python).args(["-m", "pip", "install", "--quiet", "mcp==2.3.0"]))?;
    run(Command::new("npm")
        .args(["install", "--silent", "--no-audit", "--no-fund"])
        .current_dir(folder.join("node")))
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

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.output().map_err(|error| {
        io::Error::other(format!(
            "{} does not start: {error}",
            command.get_program().display()
        ))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{command:?}: {stderr}")))
}
