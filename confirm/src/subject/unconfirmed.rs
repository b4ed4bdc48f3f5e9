use super::{Fingerprint, Subject, canonical, canonical::Form};
use crate::preview::{Digest, Preview};

/// A change that is worked out but that nobody has agreed to yet.
///
/// It can be shown and thrown away; no function writes it. [`ask`](crate::ask()) turns it into a
/// [`Confirmed`](crate::Confirmed).
#[derive(Debug)]
#[must_use = "an unconfirmed change does nothing; give it to `confirm::ask`"]
pub struct Unconfirmed<S> {
    pub(crate) subject: S,
    pub(crate) canonical: String,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) preview: Preview,
    pub(crate) digest: Digest,
}

impl<S: Subject> Unconfirmed<S> {
    /// Takes the change that would be made within `scope`, such as the id of a plan.
    ///
    /// The canonical bytes are taken now and compared ever after, so that a subject cannot become
    /// another one between the question and the write.
    pub fn new(scope: impl AsRef<str>, subject: S) -> Self {
        let canonical = canonical::canonical(&subject, Form::Change);
        let fingerprint = Fingerprint::of_canonical(scope.as_ref(), &canonical);
        let preview = subject.preview().of_operation(S::KIND);
        let digest = Digest::of(&preview, &subject);
        Self {
            subject,
            canonical,
            fingerprint,
            preview,
            digest,
        }
    }

    /// The change itself.
    pub fn subject(&self) -> &S {
        &self.subject
    }

    /// What names the change.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// What the person would see.
    pub fn preview(&self) -> &Preview {
        &self.preview
    }
}
