//! The last test of `cargo test`, which lists the tests that this machine could not run.

use std::{
    io::{self, Write as _},
    path::Path,
    process::Command,
};

#[test]
fn what_did_not_run() {
    let missing = other_clients::missing(env!("CARGO_TARGET_TMPDIR"));
    for one in &missing {
        // Write past the capture of the test's output, because the test passes and people must see this.
        _ = writeln!(io::stderr(), "\n{one}");
    }
}

/// Checks that the repository refers to no file beside it.
#[test]
fn nothing_lies_beside_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let root = root.unwrap();
    if !root.join(".git").exists() {
        // This is an unpacked archive, whose files cannot be listed.
        return;
    }
    // Join two pieces, so that this file is not found.
    let beside = concat!("../", "shared");
    let found = Command::new("git")
        .args(["-c", "safe.directory=*", "grep", "-nF", "-e", beside])
        .current_dir(root)
        .output()
        .unwrap();
    // git's status 1 means that nothing was found.
    let text = String::from_utf8_lossy(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{text}");
}
