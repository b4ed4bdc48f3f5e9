//! Asks between two calls (2026-07-28): an input-required result, and the answer that comes with
//! the retried call.

use rmcp::model::{ElicitRequest, InputRequest, InputRequiredResult, RequestStateError};
use serde::{Deserialize, Serialize};

use super::{Binding, Gate, Outcome, QUESTION, pending::Pending, questions::Ended};
use crate::tool::Stop;

/// The state that the client carries. It is sealed but not secret, and holding it proves nothing.
#[derive(Serialize, Deserialize)]
struct State {
    /// The id of the pending question, which is taken once.
    nonce: String,
    /// An HMAC of the fingerprint and the digest of everything that was shown. Anyone who guesses a
    /// sensitive change could recompute the two themselves.
    change: String,
    /// When the question expires, in microseconds since 1970. The seal's own expiry is not used, so
    /// that a late state of this gate can be told from one of another.
    expires: u64,
}

/// The reason why the question of a retried call cannot be found.
pub(super) enum Missing {
    /// The state was not made by this gate, or not for this call.
    Invalid,
    /// The question has ended.
    Ended { id: String, ended: Ended },
    /// The store failed.
    Failed(Stop),
}

impl Gate {
    /// Makes the result that asks the question, with its state.
    pub(super) async fn question(
        &self,
        binding: &Binding<'_>,
        pending: &Pending,
        message: String,
    ) -> Result<InputRequiredResult, Stop> {
        let state = State {
            nonce: pending.id.clone(),
            change: self.keyed_id(pending.bound()),
            expires: pending.times().expires,
        };
        self.keep(binding.principal, &key(&state.nonce), binding, pending)
            .await?;
        let sealed = self.seal(&state, binding);
        let request = InputRequest::Elicitation(ElicitRequest::new(self.form(message)));
        let requests = [(QUESTION.to_owned(), request)].into();
        Ok(InputRequiredResult::new(Some(requests), Some(sealed)))
    }

    /// Opens the state of a retried call and takes its question, before the answer is read. An
    /// accepted answer writes once, however often it is sent.
    pub(super) async fn retried(
        &self,
        binding: &Binding<'_>,
        sealed: Option<&str>,
    ) -> Result<Pending, Missing> {
        let state = self.open_state(binding, sealed)?;
        self.0.questions.sought(&state.nonce);
        let pending = self.take(&key(&state.nonce), binding).await;
        let Some(pending) = pending.map_err(Missing::Failed)? else {
            return Err(self.missing(state));
        };
        if self.keyed_id(pending.bound()) != state.change {
            tracing::debug!(reason = "of another change", "a request state did not open");
            return Err(Missing::Invalid);
        }
        Ok(pending)
    }

    /// Opens a state. The reason why one does not open is logged and kept out of the reply.
    fn open_state(&self, binding: &Binding<'_>, sealed: Option<&str>) -> Result<State, Missing> {
        let Some(sealed) = sealed else {
            tracing::debug!(reason = "missing", "a request state did not open");
            return Err(Missing::Invalid);
        };
        self.open(sealed, binding).map_err(|error| {
            let reason = match error {
                RequestStateError::IntegrityCheckFailed => {
                    "sealed by another gate, or for another principal, tool or arguments"
                }
                RequestStateError::Deserialization(_) => "of another version",
                _ => "not a sealed state",
            };
            tracing::debug!(reason, "a request state did not open");
            Missing::Invalid
        })
    }

    /// Finds out how a question ended that is no longer in the store.
    fn missing(&self, state: State) -> Missing {
        let (id, now) = (state.nonce, self.now());
        // An open question that is not in the store was not answered, unless another call has just
        // taken it.
        let outcome = if state.expires <= now {
            Outcome::Expired
        } else {
            Outcome::Lost
        };
        if !self.0.questions.is_contested(&id)
            && let Some(decision) = self.0.questions.end(&id, outcome, now)
        {
            let (change, stood_ms) = (decision.change, decision.latency_ms);
            let ended = Ended {
                outcome,
                change,
                stood_ms,
            };
            return Missing::Ended { id, ended };
        }
        // A gate that was made after the question does not know how it ended.
        let unknown = Ended {
            outcome: match outcome {
                Outcome::Expired => Outcome::Expired,
                _ => Outcome::Spent,
            },
            change: None,
            stood_ms: None,
        };
        let ended = self.0.questions.ended(&id).unwrap_or(unknown);
        Missing::Ended { id, ended }
    }
}

fn key(nonce: &str) -> String {
    format!("question/{nonce}")
}

#[cfg(test)]
mod tests {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    use std::sync::{Arc, Mutex};

    use confirm::{Decision, Route, Subject, Unconfirmed};

    use super::*;
    use crate::gate::{bounds, questions::Times};

    #[derive(Subject)]
    #[subject(question("Pay {cents}?"))]
    struct Pay {
        cents: u8,
    }

    /// The amount is one of 256, so it can be guessed.
    const PAY: Binding<'_> = Binding {
        principal: None,
        tool: "pay",
        kind: Pay::KIND,
        arguments: "",
    };

    fn pending(gate: &Gate, cents: u8) -> (Unconfirmed<Pay>, Pending) {
        let change = Unconfirmed::new("plan", Pay { cents });
        let pending = Pending::new(gate, &change, &gate.message(&change));
        (change, pending)
    }

    #[tokio::test]
    async fn a_state_cannot_be_compared_with_a_guess() {
        let gate = Gate::new();
        let (change, pending) = pending(&gate, 42);
        let question = gate.question(&PAY, &pending, String::new()).await;
        let sealed = question.unwrap().request_state.unwrap();
        let parts = sealed
            .split('.')
            .filter_map(|part| URL_SAFE_NO_PAD.decode(part).ok());
        let state: Vec<u8> = parts.flatten().collect();
        let state = String::from_utf8_lossy(&state);
        assert!(state.contains(&pending.id), "it is readable: {state}");
        let digest = serde_json::to_value(&change.digest).unwrap();
        for guessed in [pending.fingerprint(), digest.as_str().unwrap()] {
            assert!(!state.contains(guessed), "{state}");
        }
    }

    #[tokio::test]
    async fn a_question_that_others_pushed_out_is_lost_and_not_spent() {
        let heard = Arc::<Mutex<Vec<Decision>>>::default();
        let listener = Arc::clone(&heard);
        let listener = move |decision: &Decision| listener.lock().unwrap().push(decision.clone());
        let gate = Gate::builder().on_decision(listener).build();
        let (_, first) = pending(&gate, 42);
        let mut decision = Decision::new::<Pay>();
        decision.asks(Route::RoundTrip, &first);
        let question = gate.question(&PAY, &first, String::new()).await;
        let state = question.unwrap().request_state.unwrap();
        gate.track(None, &decision, first.times());
        for number in 0..bounds::QUESTIONS {
            let (_, mut other) = pending(&gate, 42);
            other.id = number.to_string();
            decision.asks(Route::RoundTrip, &other);
            gate.keep(None, &key(&other.id), &PAY, &other)
                .await
                .unwrap();
            let Times { asked, expires } = other.times();
            let expires = expires + 1;
            gate.track(None, &decision, Times { asked, expires });
        }
        let lost = heard.lock().unwrap().clone();
        assert_eq!(lost.len(), 1);
        assert_eq!(lost[0].outcome, Outcome::Lost);
        assert_eq!(lost[0].confirmation.as_ref(), Some(&first.id));
        let Err(Missing::Ended { id, ended }) = gate.retried(&PAY, Some(&state)).await else {
            panic!("it is not there");
        };
        assert_eq!((id, ended.outcome), (first.id, Outcome::Lost));
    }

    #[tokio::test]
    async fn a_flood_by_one_principal_leaves_the_question_of_another_to_be_answered() {
        let [alice, bob] =
            [Some("alice"), Some("bob")].map(|principal| Binding { principal, ..PAY });
        let gate = Gate::new();
        let (_, asked) = pending(&gate, 42);
        let question = gate.question(&alice, &asked, String::new()).await;
        let state = question.unwrap().request_state.unwrap();
        for _ in 0..bounds::STORE {
            let (_, flood) = pending(&gate, 42);
            gate.question(&bob, &flood, String::new()).await.unwrap();
        }
        let answered = gate.retried(&alice, Some(&state)).await;
        assert!(answered.is_ok_and(|pending| pending.id == asked.id));
    }

    /// Checks questions that were given up long ago: their records may have made room for others.
    #[tokio::test]
    async fn a_question_that_its_own_gate_does_not_know_as_open_is_not_confirmed() {
        let [gate, restarted] = [(); 2].map(|()| Gate::builder().key([7; 32]).build());
        let (_, asked) = pending(&gate, 42);
        for route in [Route::RoundTrip, Route::Code, Route::InCall] {
            assert!(!gate.answered(route, &asked), "{route:?}");
            assert!(restarted.answered(route, &asked), "{route:?}");
        }
        let mut decision = Decision::new::<Pay>();
        decision.asks(Route::RoundTrip, &asked);
        gate.track(None, &decision, asked.times());
        assert!(gate.answered(Route::RoundTrip, &asked));
        assert!(!gate.answered(Route::RoundTrip, &asked));
    }

    /// Checks that even an entry sealed by this gate is refused for another change.
    #[tokio::test]
    async fn a_state_is_good_for_its_own_change_alone() {
        let gate = Gate::new();
        let [(_, asked), (_, other)] = [42, 43].map(|cents| pending(&gate, cents));
        for (kept, is_good) in [(&asked, true), (&other, false)] {
            let question = gate.question(&PAY, &asked, String::new()).await;
            let sealed = question.unwrap().request_state.unwrap();
            gate.keep(None, &key(&asked.id), &PAY, kept).await.unwrap();
            let retried = gate.retried(&PAY, Some(&sealed)).await;
            assert_eq!(retried.is_ok(), is_good);
        }
    }
}
