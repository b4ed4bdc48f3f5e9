//! Versions: what may change when.
//!
//! All crates of the repository share one version and follow Semantic Versioning; before 1.0 a
//! breaking change raises the minor version. The changelog has one line for each change that a user
//! can see.
//!
//! # Rust
//!
//! The oldest Rust that compiles it is 1.88, which is what rmcp 3.11 needs. A later one may be needed
//! from a new minor version on; that alone is no breaking change, and it stands in the changelog.
//!
//! # rmcp
//!
//! Types of rmcp are in the public interface: [`Caller`](crate::Caller) and
//! [`Parameters`](crate::Parameters) are extractors of its tools, [`Reply`](crate::Reply) is a result
//! of them, [`annotate`](crate::annotate) takes its router. So a server and this library use the same
//! major version of rmcp, and a new one is a breaking change here. With two of them in the graph a
//! tool does not compile: the extractor of one is none of the other. `cargo tree -d` shows it.
//!
//! The same holds for `schemars`, `serde`, `tokio` and `http`, of which traits or types are used.
//!
//! # The protocol
//!
//! Revision 2026-07-28 is the first whose questions are results; that revision and every later one
//! that rmcp negotiates are treated so, and every earlier one asks during the call.
//!
//! # What is stable, and what is not
//!
//! - **The fingerprint** is stable: another one for the same subject would be a breaking change. A
//!   subject of yours that gains a field is another subject.
//! - **The words** of [`Route`](crate::Route), [`Outcome`](crate::Outcome) and
//!   [`Status`](crate::Status) are stable. New ones may be added: the enums are `#[non_exhaustive]`.
//! - **`confirmation`**, `status`, `message` and `preview` on the wire are stable, as is the form.
//! - **The texts** are not. They are the keys of a [`Catalogue`](crate::Catalogue), so a translation of
//!   the library's own texts is checked against each new version; what has no entry stays English.
//! - **States and entries of a store** are good for the version that made them. Questions and codes
//!   that are open across an upgrade may be refused, which costs an answer.
//! - **The derive** is pinned to the library's exact version, since what it writes calls hidden
//!   functions.
