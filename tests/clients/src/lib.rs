//! Clients of other projects, installed for tests.
//!
//! The programs are in `python` and `node`; each package they need has an exact version. They are
//! installed once into the target directory, by whichever test needs them first. A machine without
//! Python or Node.js cannot run them: then the tests pass without them and the last test of
//! `cargo test` lists what did not run. Where `CI` is set, those tests fail instead.

mod cases;
mod conformance;
mod set_up;

use std::path::{Path, PathBuf};

pub use self::{
    cases::{Case, Player, Report, Sdk, Server},
    conformance::{Conformance, Revision, Run},
    set_up::{Missing, Node, missing, node, python},
};

/// Returns the path of YNAB's description of its API.
#[must_use]
pub fn ynab_description() -> PathBuf {
    source().join("ynab/open_api_spec.yaml")
}

/// Returns the path of a program for [`python`].
#[must_use]
pub fn python_program(name: &str) -> PathBuf {
    source().join("python").join(name)
}

fn source() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
