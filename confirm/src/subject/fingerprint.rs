//! The fingerprint of a change.

use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use super::{
    Canonical,
    canonical::{Form, Writer, canonical},
};

/// The SHA-256 of the canonical JSON of `[scope, subject]`, which names a change.
///
/// It displays as 64 lower-case hexadecimal digits. Anyone can recompute it with a stock RFC 8785
/// library in another language, as long as the integers lie within ±(2⁵³−1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Computes the fingerprint of `subject` within `scope`: where the change applies, such as the
    /// id of a plan.
    #[must_use]
    pub fn of<S: Canonical>(scope: &str, subject: &S) -> Self {
        let mut out = Writer::hashing(Form::Change);
        out.raw("[");
        out.string(scope);
        out.raw(",");
        subject.write_canonical(&mut out);
        out.raw("]");
        Self(out.into_hash())
    }

    /// Computes the fingerprint of a subject from its canonical form.
    pub(crate) fn of_canonical(scope: &str, subject: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update("[");
        hash.update(canonical(scope, Form::Change));
        hash.update(",");
        hash.update(subject);
        hash.update("]");
        Self(hash.finalize().into())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
