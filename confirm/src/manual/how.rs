//! How a change is confirmed: every step of [`ask`](crate::ask()), in order.
//!
//! One call of a tool asks at most one question about one change. The change is a **subject**: a
//! value that describes what would be done. The **proposal** is the function that works it out from
//! the current state of the world; it reads and does not write. Each step names the files of the
//! library that carry it out; `gate/flow.rs` puts them in order.
//!
//! 1. **The caller** (`tool/caller.rs`). The [`Caller`](crate::Caller) is read from this very
//!    request. It has the tool, a digest of its arguments, the principal that the transport
//!    authenticated, whether the client can ask its user, and the answer, state or code that came
//!    along. [`ask`](crate::ask()) takes it by value, so a call that asks twice does not compile.
//! 2. **A code** (`gate/code.rs`), if one was passed and the operation is one that asks. The code
//!    is taken out of the store first, so it is spent whatever the result. If the same change was
//!    declined after the code was issued, the decline stands. Then the proposal runs. If it still
//!    works out the change that the code was issued for, the change is confirmed. If it does not,
//!    or if there is no such code, the reply is the same text. The call is refused and the code
//!    stays valid where codes are disabled, or where an answer came in the same call.
//! 3. **The [route](super::_3_routes)** (`gate/route.rs`): how a person can be asked. If nobody can
//!    be, the call is refused here, and the proposal never runs.
//! 4. **An answer between two calls** (`gate/round_trip.rs`), if this call brings one. Its state is
//!    opened, and the question that it names is taken out of the store, atomically, before anything
//!    is read. An answer without a state, or with one that does not open, is one constant protocol
//!    error (-32602), whatever is wrong with it. If the state opens but its question is gone, the
//!    question has ended:
//!    - The answer was used before ([`Outcome::Spent`]). A server with a journal answers such an
//!      identical retry with the result that it recorded.
//!    - The question expired ([`Outcome::Expired`]) or was given up ([`Outcome::Lost`]). The caller
//!      is told to call again.
//!
//!    Otherwise the answer goes to step 7. If the state came without an answer, the question is
//!    asked again, with a fresh state.
//! 5. **The proposal** runs (`subject/unconfirmed.rs`, `gate/cool_down.rs`). From here on there is
//!    an [`Unconfirmed`](crate::Unconfirmed): the subject, its canonical bytes, its
//!    [fingerprint](crate::Fingerprint) and its [preview](crate::Preview). If exactly this change
//!    was declined within the cooldown ([`Settings::cool_down`]), nobody is asked again.
//! 6. **The question** (`preview/render.rs`, `gate/replies.rs`). Its message is the preview in the
//!    person's language. Its form has one required boolean, `value`, without a default.
//!    - `round_trip` (`gate/round_trip.rs`): the question is the result of this call, with a sealed
//!      state. The answer comes with another call, within [`Settings::lifetime`].
//!    - `in_call` (`gate/in_call.rs`): the question goes to the client and the call waits, for at
//!      most [`Settings::deadline`]. On the deadline, or when the client cancels the call, the
//!      question is withdrawn. When [the client's end has closed](crate::Gate::cancel_on_disconnect), the wait
//!      ends at once.
//!    - `code` (`gate/code.rs`): the reply has a code and the preview. The code comes back in
//!      another call, at step 2.
//!    - `auto` and `client_hint`: this library asks nobody. The change counts as confirmed, and the
//!      proposal has run once.
//! 7. **The answer** is read (`gate/answer.rs`) according to the table below. Only JSON `true` in
//!    the one field is a yes.
//! 8. **The proposal runs again** after a yes (`gate/pending.rs`). The change is confirmed only if
//!    its fingerprint and the [digest](super::_2_what_is_bound) of everything that was shown are
//!    both unchanged. If not, the reply lists the lines of the message that were shown and those
//!    that it would have now. For a sensitive subject these are usually none, because its message
//!    holds no values.
//! 9. **The check for cancellation** (`gate/ask.rs`, `gate/disconnect.rs`). If the client has cancelled
//!    the call by now, or has gone, nothing is confirmed.
//! 10. **The decision** is reported, whatever the outcome (`gate/decision.rs`,
//!     `gate/questions.rs`): one `tracing` event, and one call of
//!     [`on_decision`](crate::GateBuilder::on_decision). A dismissed form has its own decision
//!     before the one of the code that follows. A question that nobody answers ends as `expired` or
//!     `lost` when the gate finds out: with its next call, or when it is closed.
//! 11. **[`Confirmed`]** is made, in one place of the library (`gate/ask.rs`), and returned to the
//!     tool. The function that writes takes it by value.
//!
//! [`Confirmed`]: crate::Confirmed
//! [`Outcome::Expired`]: crate::Outcome::Expired
//! [`Outcome::Lost`]: crate::Outcome::Lost
//! [`Outcome::Spent`]: crate::Outcome::Spent
//! [`Settings::cool_down`]: crate::Settings::cool_down
//! [`Settings::deadline`]: crate::Settings::deadline
//! [`Settings::lifetime`]: crate::Settings::lifetime
//!
//! # The forms of a yes
//!
//! | the client's reply | outcome |
//! |---|---|
//! | `{"action": "accept", "content": {"value": true}}` | `agreed` |
//! | `{"action": "accept", "content": {"value": false}}` | `unticked` |
//! | `{"action": "accept", "content": {"value": "true"}}` | `malformed` |
//! | `{"action": "accept", "content": {"value": 1}}` | `malformed` |
//! | `{"action": "accept", "content": {"value": true, "note": ""}}` | `malformed` |
//! | `{"action": "accept", "content": {}}` | `malformed` |
//! | `{"action": "accept"}` | `malformed` |
//! | `{"action": "decline"}` | `declined` |
//! | `{"action": "decline", "content": {"value": true}}` | `declined` |
//! | `{"action": "cancel"}` | `dismissed` |
//! | `{"action": "cancel", "content": {"value": true}}` | `dismissed` |
//! | `{"action": "skipped"}` | `malformed` |
//!
//! During a call the client may also answer with an error. "Method not found" means that it cannot
//! show a form, which counts as `dismissed`; any other error is `not_asked`. A decline that comes
//! faster than [`Settings::instant_decline`](crate::Settings::instant_decline), if that is set, is
//! `not_asked` too.
//!
//! A dismissal is not a decline. Where codes are taken, a code is issued after it. A dismissal
//! never becomes a yes, and the client's own dialog never stands in for it.
//!
//! # Outcomes
//!
//! An [`Outcome`](crate::Outcome) is the result in full detail, for an audit. A
//! [`Status`](crate::Status) is the coarser word that the caller reads in
//! `structuredContent.status`. A reply of another kind has no status.
//!
//! | outcome | status | the reply |
//! |---|---|---|
//! | `agreed` | | the tool's output; its status is `done`, or the tool's own |
//! | `asked` | | the question: an input-required result |
//! | `code_issued` | `confirmation_required` | a code, and the preview that it is good for |
//! | `unticked` | `declined` | |
//! | `declined` | `declined` | |
//! | `cooling_down` | `declined` | the same change was declined a moment ago |
//! | `dismissed` | `unconfirmed` | under `require_elicitation` the status is `declined` |
//! | `malformed` | `unconfirmed` | |
//! | `not_asked` | `unconfirmed` | |
//! | `expired` | `unconfirmed` | also for an answer that comes too late |
//! | `cancelled` | `unconfirmed` | |
//! | `changed` | `unconfirmed` | it says what changed |
//! | `cannot_ask` | `refused` | a tool error |
//! | `blocked` | `refused` | a tool error |
//! | `code_refused` | `refused` | a tool error |
//! | `codes_disabled` | `refused` | a tool error |
//! | `code_and_answer` | `refused` | a tool error |
//! | `invalid_state` | | the protocol error -32602 |
//! | `spent` | | the protocol error -32602, unless the server [answers](crate::Stop::spent) with what it recorded |
//! | `lost` | `unconfirmed` | if an answer comes after all |
//! | `not_proposed` | | a result that the proposal made in place of a change |
//! | `failed` | | the tool's own failure, the SDK's or the store's |
//!
//! A reply with a status has two blocks of text: one whose audience is the user, in the person's
//! language, and one whose audience is the assistant, in English, which `structuredContent.message`
//! repeats.
