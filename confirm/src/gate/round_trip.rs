//! Asking between two calls (2026-07-28): an input-required result, and the answer that comes
//! with the retried call.

use rmcp::model::{ElicitRequest, InputRequest, InputRequiredResult};
use serde::{Deserialize, Serialize};

use super::{Binding, Gate, QUESTION, pending::Pending};
use crate::{preview::Digest, tool::Stop};

/// What the client carries. It is sealed, not secret, and whoever sends it is not believed.
#[derive(Serialize, Deserialize)]
struct State {
    /// Names the pending question, which is taken once.
    nonce: String,
    fingerprint: String,
    digest: Digest,
}

impl Gate {
    /// The question as a result, with its state.
    pub(super) async fn question(
        &self,
        binding: &Binding<'_>,
        pending: &Pending,
        message: String,
    ) -> Result<InputRequiredResult, Stop> {
        let (fingerprint, digest) = pending.bound();
        let state = State {
            nonce: pending.id.clone(),
            fingerprint: fingerprint.to_owned(),
            digest: digest.clone(),
        };
        self.keep(&key(&state.nonce), binding, pending).await?;
        let sealed = self.seal(&state, binding, self.settings().lifetime);
        let request = InputRequest::Elicitation(ElicitRequest::new(self.form(message)));
        let requests = [(QUESTION.to_owned(), request)].into();
        Ok(InputRequiredResult::new(Some(requests), Some(sealed)))
    }

    /// Opens the state of a retried call and takes its question, before anything is read. One
    /// accepted answer writes once, however often it is sent.
    pub(super) async fn retried(
        &self,
        binding: &Binding<'_>,
        sealed: Option<&str>,
    ) -> Result<Pending, Stop> {
        // Why a state does not open is the business of whoever forged it, not of the reply.
        let state: State = sealed
            .and_then(|sealed| self.open(sealed, binding).ok())
            .ok_or_else(Stop::bad_state)?;
        let pending = self.take(&key(&state.nonce), binding).await?;
        let pending = pending.ok_or_else(|| Stop::spent_state(&state.nonce))?;
        if pending.bound() != (state.fingerprint.as_str(), &state.digest) {
            return Err(Stop::bad_state());
        }
        Ok(pending)
    }
}

fn key(nonce: &str) -> String {
    format!("question/{nonce}")
}
