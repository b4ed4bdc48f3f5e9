//! The answers that calls are working on, so that the reply to a repeated answer can say so.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The answers that calls are working on. Each is known by the request state that came with it.
#[derive(Clone, Default)]
pub(crate) struct Answers(Arc<Mutex<Vec<String>>>);

impl Answers {
    /// Records that a call works on an answer, until the returned value is dropped.
    pub(super) fn begin(&self, state: &str) -> Answering {
        self.states().push(state.to_owned());
        Answering {
            answers: self.clone(),
            state: state.to_owned(),
        }
    }

    fn states(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does not show the state.
impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers").finish_non_exhaustive()
    }
}

/// One call that works on an answer, until it is dropped.
pub(super) struct Answering {
    answers: Answers,
    state: String,
}

impl Answering {
    /// Ends this call's part. Returns whether another call works on the same answer.
    pub(super) fn leaves_another(self) -> bool {
        let (answers, state) = (self.answers.clone(), self.state.clone());
        drop(self);
        answers.states().contains(&state)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut states = self.answers.states();
        if let Some(own) = states.iter().position(|state| *state == self.state) {
            states.swap_remove(own);
        }
    }
}

/// Does not show the state.
impl fmt::Debug for Answering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answering").finish_non_exhaustive()
    }
}
