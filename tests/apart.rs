//! Tests that need a build of their own.
//!
//! Cargo unifies features: a member that enables features of `serde_json` enables them for all others,
//! and the other tests would no longer see the default. So each program in `tests/apart` is built as its
//! own workspace below `target`, offline and with the versions of this one. It also imports `confirm`
//! under another name.

use std::{env, fs, path::PathBuf, process::Command};

const MANIFEST: &str = r#"
[workspace]

[package]
name = "apart"
edition = "2024"

[dependencies]
renamed = { package = "mcp-confirm", path = "ROOT/confirm" }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["arbitrary_precision", "preserve_order"] }

[[bin]]
name = "order"
path = "ROOT/tests/apart/order.rs"

[[bin]]
name = "digits"
path = "ROOT/tests/apart/digits.rs"

[[bin]]
name = "edition"
path = "ROOT/tests/apart/edition.rs"
edition = "2021"
"#;

/// The hash by `sha256sum` of `[scope, subject]` in RFC 8785:
/// `["plan",{"things":[{"json":{"a":{"b":[3],"y":2},"z":1},"name":"a"},{..,"name":"b"}]}]`
const FINGERPRINT: &str = "d20ddae359da9b88e8592324de5581beb44a59171fe1042bfcba52a4366d102d";

#[test]
fn the_order_of_a_map_changes_no_fingerprint() {
    assert_eq!(output("order"), FINGERPRINT);
}

/// Checks that each number has its fingerprint; the program panics if not.
#[test]
fn digits_that_are_kept_are_bound() {
    assert_eq!(output("digits"), "numbers are as they are sent");
}

#[test]
fn a_name_of_an_older_edition_is_no_keyword() {
    assert_eq!(output("edition"), "Set 5 to 1?\n2\n0.05\n- 3 4");
}

/// Returns the output of a program.
fn output(program: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let project = target.join("tests").join("apart").join(program);
    fs::create_dir_all(&project).unwrap();
    let manifest = MANIFEST.replace("ROOT", &root.to_str().unwrap().replace('\\', "/"));
    fs::write(project.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--bin", program])
        .current_dir(&project)
        .env("CARGO_TARGET_DIR", project.with_file_name("target"))
        // Leave out debug information, because nobody debugs the program.
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
