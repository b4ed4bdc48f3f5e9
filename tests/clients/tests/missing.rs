//! The last test of `cargo test`: it lists what this machine could not run.

use std::io::{self, Write as _};

#[test]
fn what_did_not_run() {
    let missing = other_clients::missing(env!("CARGO_TARGET_TMPDIR"));
    for one in &missing {
        // Written past the capture of a test's output: this test passes, and it has to be read.
        _ = writeln!(io::stderr(), "\n{one}");
    }
}
