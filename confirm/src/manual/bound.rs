//! What an answer and a code are bound to, and why.
//!
//! A yes is worth as much as what it is tied to. Each of these is compared, or is a condition for
//! the question to be found at all:
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
//! During a call there is nothing to carry: question, answer and write are one call, and the SDK
//! matches the answer with the question.
//!
//! # The fingerprint
//!
//! SHA-256 of the canonical JSON (RFC 8785) of `[scope, subject]`. The scope is what the change
//! happens in, such as the id of a plan. So anyone can recompute it, without this library:
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
//! - There are no floats, since implementations disagree on their text.
//! - Two variants or two fields of one name are refused.
//! - An `Option` of a value that may be `null` by itself is refused: an `Option<Option<_>>`, an
//!   `Option` of a unit struct or of a `serde_json::Value`, also behind an alias, a pointer or a type
//!   parameter. A field with `skip_serializing_if = "Option::is_none"` leaves the outer `None` out, so
//!   there `Option<Option<_>>` is right: absent, `null` and a value are three changes.
//! - A field may be left out only by a predicate that leaves out one value, such as `Option::is_none`
//!   and `Vec::is_empty`. The compiler checks that it is the standard library's.
//! - Trait objects are refused, since they would hide the type.
//!
//! Some values are meant to be one change:
//!
//! - the permutations of an `unordered` list. How often an element stands in it still counts.
//! - objects in `json` whose keys stand in another order.
//! - numbers in `json` that are spelt in several ways (`1.0` and `1`, `-0` and `0`). Two numbers that
//!   are the same `f64` are one change unless `serde_json` is built with `arbitrary_precision`, which
//!   keeps their digits. Integers of 64 bits always keep theirs.
//!
//! The fingerprint says nothing of the type. Two types with the same fields have one fingerprint, and
//! so have fields that are only shown.
//!
//! # The digest of all that was shown
//!
//! `before` above is not written, so it is not part of the fingerprint. Yet the person agreed while
//! they saw it: 100 out of 2,500 is another decision than 100 out of 100. So the digest is a hash of:
//!
//! - the type, with its parameters, and the kind. Two types of one name in two modules are two types.
//! - every text of the preview with its values: the question, the consequence, warnings, context, and
//!   the line of every row together with its element, also past the twentieth. The order of the lines
//!   counts unless the list is `unordered`.
//! - every field in full, also those that are only shown, redacted, or not shown at all.
//!
//! All of it is bound for a sensitive subject too, which shows none of it. The texts are bound whatever
//! the fields are: if two changes ever had one canonical form, what the person read would still tell
//! them apart.
//!
//! The digest is compared by [`ask`](crate::ask()) after the answer and by
//! [`Confirmed::still_is`](crate::Confirmed::still_is). It holds within one build of a server: an
//! answer to a question of another build is refused.
//!
//! # What is not bound
//!
//! - What the function that writes does beside the [`Confirmed`](crate::Confirmed).
//! - What serde writes, if `Serialize` is written by hand. Derived, it writes the canonical form.
//! - Values that a hand-written `Canonical` writes alike, unless a text tells them apart.
//! - What a preview by hand does not show, beside the fields.
//!
//! # The principal
//!
//! The transport's authentication says who calls: it puts a [`Principal`](crate::Principal) into the
//! extensions of the HTTP request. A client's own claims do not count. The absence of a principal is
//! bound as well, so an answer does not travel from an authenticated caller to an
//! anonymous one. During a call the answer comes in a session, and the
//! [session layer](super::_9_over_http) holds the session to its principal.
//!
//! # The arguments
//!
//! They are bound between two calls: a retried call repeats its arguments, so others mean that it is
//! not the call that was asked about. That way "changed between the preview and the answer" always
//! means that the world changed. The order of keys does not matter, and `confirmation` does not
//! count.
//!
//! A code is not bound to them. A model that passes it back may word the same change in another way,
//! and the fingerprint settles whether it is the same.
//!
//! # The nonce
//!
//! A question between two calls, and a code, are entries of a [store](crate::Store), which gives
//! each of them out once. Of any number of identical answers, at the same time or later, one
//! confirms. An entry is taken before the answer is read, so a no cannot be sent again as a yes.
//!
//! # What the client carries
//!
//! A state is sealed by the gate's key and bound to principal, tool, kind and arguments: it cannot be
//! made, changed or moved. It is not secret. So all that it holds is the random name of its question,
//! when it expires, and an id that only the gate's key makes of the change: nothing that a guess at a
//! sensitive change could be compared with. A code is 8 random bytes in 11 characters, and only its hash is kept.
//!
//! # Time
//!
//! It is measured by the later of the system's clock and the monotonic one, so setting the system's
//! clock back lengthens no life. An answer that comes too late writes nothing. A question between two
//! calls, and one during a call, is then told to have expired (`expired`). A late code is refused with
//! the one text of every bad code (`code_refused`). A question during a call has a deadline of its own,
//! by default under the 60 seconds at which SDKs give up: the gate does not wait for a later answer.
