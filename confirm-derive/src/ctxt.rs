use std::{cell::RefCell, fmt::Display, thread};

use quote::ToTokens;

/// The errors of one derive, collected so that one compile reports them all.
pub(crate) struct Ctxt {
    /// `None` after the errors were taken.
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Default for Ctxt {
    fn default() -> Self {
        Self {
            errors: RefCell::new(Some(Vec::new())),
        }
    }
}

impl Ctxt {
    pub(crate) fn error(&self, at: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(at, message));
    }

    pub(crate) fn push(&self, error: syn::Error) {
        self.errors
            .borrow_mut()
            .as_mut()
            .expect("nothing is reported after `check`")
            .push(error);
    }

    /// Returns the value, or `None` after recording its error.
    pub(crate) fn ok<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Sets `slot`. Records an error if an earlier attribute has set it.
    pub(crate) fn once<T>(&self, slot: &mut Option<T>, at: impl ToTokens + Display, value: T) {
        if slot.is_some() {
            let message = format!("duplicate `{at}`");
            self.error(at, message);
        }
        *slot = Some(value);
    }

    /// Returns all recorded errors as one, if there are any.
    pub(crate) fn check(self) -> syn::Result<()> {
        let errors = self.errors.take().unwrap_or_default();
        errors
            .into_iter()
            .reduce(|mut all, error| {
                all.combine(error);
                all
            })
            .map_or(Ok(()), Err)
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        // If the errors were never taken, the subject was not checked.
        assert!(
            self.errors.get_mut().is_none() || thread::panicking(),
            "the errors of a derive were never checked"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_errors_come_out_in_their_order() {
        let cx = Ctxt::default();
        for message in ["a", "b", "c"] {
            cx.error(proc_macro2::TokenStream::new(), message);
        }
        let errors = cx.check().unwrap_err().into_iter();
        assert_eq!(
            errors.map(|error| error.to_string()).collect::<String>(),
            "abc"
        );
    }

    #[test]
    #[should_panic(expected = "never checked")]
    fn errors_that_nobody_looked_at_are_a_fault() {
        drop(Ctxt::default());
    }
}
