use std::fmt;

use super::{Fingerprint, Subject, canonical, canonical::Form};
use crate::preview::{Digest, Preview, Text};

/// A change that has been worked out and that nobody has agreed to yet.
///
/// It can be shown or dropped, but not written. [`ask`](crate::ask()) turns it into a
/// [`Confirmed`](crate::Confirmed).
#[must_use = "an unconfirmed change does nothing; give it to `confirm::ask`"]
pub struct Unconfirmed<S> {
    pub(crate) subject: S,
    pub(crate) canonical: String,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) preview: Preview,
    pub(crate) digest: Digest,
    pub(crate) scope_name: Option<&'static str>,
}

/// Shows no value of the change.
impl<S> fmt::Debug for Unconfirmed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unconfirmed").finish_non_exhaustive()
    }
}

impl<S: Subject> Unconfirmed<S> {
    /// Wraps the change that would be made within `scope`, such as the id of a plan.
    ///
    /// The canonical form is written now and every later comparison uses it, so a subject cannot
    /// become another one between the question and the write.
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
            scope_name: None,
        }
    }

    /// Names the scope in English, such as `The plan`. If the change is no longer the same after the
    /// answer, the reply says that this changed; without a name it says `It changed`. A
    /// [catalogue](crate::Catalogue) translates the name.
    pub fn scope_name(self, name: &'static str) -> Self {
        Self {
            scope_name: Some(name),
            ..self
        }
    }

    /// Adds a warning about something that the proposal knows beside the change, for example that
    /// the same change was applied a moment ago. The answer is bound to it like everything that is
    /// shown.
    pub fn warning(mut self, warning: impl Into<Option<Text>>) -> Self {
        self.preview = self.preview.warning(warning);
        self.bind()
    }

    /// Adds a line that states where the change happens, such as the name of a plan. The answer is
    /// bound to it like everything that is shown.
    pub fn context(mut self, context: impl Into<Option<Text>>) -> Self {
        self.preview = self.preview.context(context);
        self.bind()
    }

    fn bind(self) -> Self {
        let digest = Digest::of(&self.preview, &self.subject);
        Self { digest, ..self }
    }

    /// Returns the change itself.
    pub fn subject(&self) -> &S {
        &self.subject
    }

    /// Returns the fingerprint of the change within its scope.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns the preview that the person would see.
    pub fn preview(&self) -> &Preview {
        &self.preview
    }
}
