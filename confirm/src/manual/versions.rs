//! Versions: which changes are breaking, and what they may change.
//!
//! All crates of the repository share one version and follow Semantic Versioning; before 1.0 a
//! breaking change raises the minor version. The changelog has one line for each change that a user
//! can see.
//!
//! # Rust
//!
//! The oldest Rust that compiles it is 1.88, which rmcp 3.11 needs. A new minor version may need a
//! later one; that alone is not a breaking change, and the changelog names it.
//!
//! # rmcp
//!
//! Types of rmcp are in the public interface: [`Caller`](crate::Caller) and
//! [`Parameters`](crate::Parameters) are extractors of its tools, [`Reply`](crate::Reply) is a
//! result of them, [`annotate`](crate::annotate) takes its router. So a server and this library use
//! the same major version of rmcp, and a new one is a breaking change here. With two versions in
//! the dependency graph a tool does not compile, because each has its own extractor trait. `cargo
//! tree -d` shows them.
//!
//! The same holds for `schemars`, `serde`, `tokio` and `http`, whose traits or types are public
//! here.
//!
//! # The protocol
//!
//! Revision 2026-07-28 is the first in which questions are results. That revision and every later
//! one that rmcp negotiates are asked between calls, and every earlier one during the call.
//!
//! # Stability
//!
//! - **The fingerprint** is stable: another fingerprint for the same subject would be a breaking
//!   change. A subject of yours that gains a field is another subject.
//! - **The words** of [`Route`](crate::Route), [`Outcome`](crate::Outcome) and
//!   [`Status`](crate::Status) are stable. New ones may be added: the enums are
//!   `#[non_exhaustive]`.
//! - **`confirmation`**, `status`, `message` and `preview` in the JSON are stable, as is the form.
//! - **The texts** are not stable. They are the keys of a [`Catalogue`](crate::Catalogue), so check
//!   a translation of the library's own texts against each new version. A text without an entry
//!   stays English.
//! - **States and entries of a store** are valid for the version that made them. Questions and
//!   codes that are open across an upgrade may be refused, which costs an answer.
//! - **The derive** is pinned to the library's exact version, because derived code calls hidden
//!   functions.
