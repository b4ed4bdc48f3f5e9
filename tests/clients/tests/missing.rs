//! The last test of `cargo test`: it lists what this machine could not run.

use std::{
    io::{self, Write as _},
    path::Path,
    process::Command,
};

#[test]
fn what_did_not_run() {
    let missing = other_clients::missing(env!("CARGO_TARGET_TMPDIR"));
    for one in &missing {
        // Written past the capture of a test's output: this test passes, and it has to be read.
        _ = writeln!(io::stderr(), "\n{one}");
    }
}

/// A clone has all that its tests need.
#[test]
fn nothing_lies_beside_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let root = root.unwrap();
    if !root.join(".git").exists() {
        // An unpacked archive, whose files no command lists.
        return;
    }
    // In two pieces, so that this file is not found.
    let beside = concat!("../", "shared");
    let found = Command::new("git")
        .args(["-c", "safe.directory=*", "grep", "-nF", "-e", beside])
        .current_dir(root)
        .output()
        .unwrap();
    // 1 is git's status for nothing found.
    let text = String::from_utf8_lossy(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{text}");
}
