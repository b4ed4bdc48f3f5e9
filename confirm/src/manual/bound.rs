//! Bindings: what an answer and a code are bound to, and why.
//!
//! A yes is worth as much as what it is bound to. Each of these is compared, or is needed to find
//! the question at all:
//!
//! | bound | a yes is no good | during a call | between calls | code |
//! |---|---|---|---|---|
//! | fingerprint | for another change, or in another scope | ✓ | ✓ | ✓ |
//! | digest of all that was shown | when the person would now read something else | ✓ | ✓ | ✓ |
//! | principal | from another caller | by the session | ✓ | ✓ |
//! | tool and kind | for another operation | | ✓ | ✓ |
//! | digest of the arguments | for a call that asks for something else | | ✓ | |
//! | nonce | a second time | | ✓ | ✓ |
//! | time | late | ✓ | ✓ | ✓ |
//!
//! During a call nothing needs to be carried: question, answer and write are one call, and the SDK
//! matches the answer with the question.
//!
//! # The fingerprint
//!
//! The fingerprint is the SHA-256 of the canonical JSON (RFC 8785) of `[scope, subject]`. The scope
//! is where the change applies, such as the id of a plan. Anyone can recompute it without this
//! library:
//!
//! ```
//! use confirm::{Fingerprint, Subject};
//! use sha2::{Digest, Sha256};
//!
//! #[derive(Subject)]
//! #[subject(question("Move {cents} to {to}?"))]
//! struct Move {
//!     to: String,
//!     cents: i64,
//!     #[subject(shown)]
//!     before: i64,
//! }
//!
//! let subject = Move { to: "savings".into(), cents: 100, before: 2_500 };
//! let hash = Sha256::digest(r#"["plan-1",{"cents":100,"to":"savings"}]"#);
//! let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
//! assert_eq!(Fingerprint::of("plan-1", &subject).to_string(), hex);
//! ```
//!
//! Two values of one derived type that differ in a written field have two fingerprints. Types for
//! which that would not hold do not compile:
//!
//! - Floats are refused, because implementations disagree on their text.
//! - Two variants or two fields with one name are refused.
//! - An `Option` of a value that may be `null` by itself is refused: an `Option<Option<_>>`, an
//!   `Option` of a unit struct or of a `serde_json::Value`, also behind an alias, a pointer or a
//!   type parameter. A field with `skip_serializing_if = "Option::is_none"` leaves the outer `None`
//!   out, so there `Option<Option<_>>` is allowed: absent, `null` and a value are three changes.
//! - A field may be left out only by a predicate that leaves out one value, such as
//!   `Option::is_none` and `Vec::is_empty`. The compiler checks that the predicate is the standard
//!   library's.
//! - Trait objects are refused, because they would hide the type.
//!
//! Some values are meant to be one change:
//!
//! - the permutations of an `unordered` list. Duplicates still count.
//! - objects in `json` that differ only in the order of keys.
//! - numbers in `json` that are spelt in several ways (`1.0` and `1`, `-0` and `0`). Two numbers
//!   that are the same `f64` are one change unless `serde_json` is built with
//!   `arbitrary_precision`, which keeps their digits. Integers of 64 bits always keep theirs.
//!
//! The fingerprint covers neither the type nor the fields that are only shown. Two types with the
//! same fields have one fingerprint, and so have two values that differ only in shown fields.
//!
//! # The digest of all that was shown
//!
//! `before` above is not written, so it is not part of the fingerprint. But the person agreed while
//! they saw it: 100 out of 2,500 is another decision than 100 out of 100. So the digest is a hash
//! of:
//!
//! - the type, with its parameters, and the kind. Types of the same name in two modules are two
//!   types.
//! - every text of the preview with its values: the question, the consequence, warnings, context,
//!   and the line of every row together with its element, also past the twentieth. The order of the
//!   lines counts unless the list is `unordered`.
//! - every field in full, also those that are only shown, redacted, or not shown at all.
//!
//! All of it is bound for a sensitive subject too, which shows none of it. The texts are bound
//! whatever the fields are: if two changes ever had one canonical form, the texts would still tell
//! them apart.
//!
//! [`ask`](crate::ask()) compares the digest after the answer, and
//! [`Confirmed::still_is`](crate::Confirmed::still_is) compares it again. It is valid within one
//! build of a server: an answer to a question of another build is refused.
//!
//! # Not bound
//!
//! - Anything that the function that writes does beside the [`Confirmed`](crate::Confirmed).
//! - The output of a hand-written `Serialize`. A derived one writes the canonical form.
//! - Values that a hand-written `Canonical` writes alike, unless a text tells them apart.
//! - Anything that a preview by hand leaves out, beside the fields.
//!
//! # The principal
//!
//! The transport's authentication identifies the caller: it puts a [`Principal`](crate::Principal)
//! into the extensions of the HTTP request. A client's own claims do not count. The absence of a
//! principal is bound as well, so an anonymous caller cannot use the answer of an authenticated
//! one. During a call the answer comes in a session, and the [session layer](super::_9_over_http)
//! holds the session to its principal.
//!
//! # The arguments
//!
//! The arguments are bound between two calls. A retried call repeats its arguments, so other
//! arguments mean that it is not the call that was asked about. So "changed between the preview and
//! the answer" always means that the world changed. Neither the order of keys nor `confirmation`
//! counts.
//!
//! A code is not bound to the arguments. A model that passes it back may word the same change in
//! another way, and the fingerprint decides whether the change is the same.
//!
//! # The nonce
//!
//! A question between two calls, and a code, are entries of a [store](crate::Store), which gives
//! out each of them once. Out of any number of identical answers, at the same time or later, one
//! confirms. An entry is taken before the answer is read, so a no cannot be sent again as a yes.
//!
//! # The state that the client carries
//!
//! A state is sealed by the gate's key and bound to principal, tool, kind and arguments, so a
//! client cannot make, change or move one. It is not secret. So it holds only the random name of
//! its question, its expiry, and an HMAC of the change under the gate's key. None of these can be
//! compared with a guess at a sensitive change. A code is 8 random bytes in 11 characters, and only
//! its hash is kept.
//!
//! # Time
//!
//! Time is measured by the later of the system's clock and the monotonic clock, so setting the
//! system's clock back extends no lifetime. An answer that comes too late writes nothing. A late
//! answer to a question, between two calls or during one, ends as `expired`. A late code is refused
//! with the one text of every bad code (`code_refused`). A question during a call has a deadline of
//! its own, by default under the 60 seconds at which SDKs give up: the gate does not wait for a
//! later answer.
