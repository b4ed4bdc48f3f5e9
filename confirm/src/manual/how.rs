//! How a change is confirmed: all that [`ask`](crate::ask()) does, in its order.
//!
//! One call of a tool asks at most one question about one change. The change is a **subject**: a
//! value that says what would be done. The **proposal** is the function that works it out from the
//! world as it is now; it reads and does not write.
//!
//! 1. **Who calls.** The [`Caller`](crate::Caller) is read from this very request: the tool, a
//!    digest of its arguments, the principal that the transport authenticated, whether the client
//!    can ask its user, and what answer, state or code came along. [`ask`](crate::ask()) takes it
//!    by value, so a call that asks twice does not compile.
//! 2. **A code**, if one was passed and the operation is one that asks. It is taken out of the store
//!    first, so that it is spent whatever comes of it. A no to the same change a moment ago stands.
//!    Then the proposal runs. If it still works out what the code was issued for, the change is
//!    confirmed; if not, or if there was no such code, the reply is the same one text. Where codes
//!    are disabled, or where an answer came in the same call, the call is refused and the code stays
//!    good.
//! 3. **The [route](super::_3_routes)**: which way leads to a person. If none does, the call is
//!    refused here, and the proposal never runs.
//! 4. **An answer between two calls**, if this call brings one. Its state is opened, and the question
//!    that it names is taken out of the store, atomically, before anything is read. An answer
//!    without a state, or with one that does not open, is one constant protocol error (-32602),
//!    whatever is wrong with it. One that opens and whose question is gone was used before
//!    ([`Outcome::Spent`]), from which a server with a journal answers an identical retry with what it
//!    recorded; or it expired ([`Outcome::Expired`]), or the question was given up
//!    ([`Outcome::Lost`]): then the caller is told to call again. The answer then goes to step 7. A state that comes without an answer is
//!    asked about again, with a fresh state.
//! 5. **The proposal** runs. From here on there is an [`Unconfirmed`](crate::Unconfirmed): the
//!    subject, its canonical bytes, its [fingerprint](crate::Fingerprint) and its
//!    [preview](crate::Preview). If exactly this change was declined a moment ago, nobody is asked
//!    again ([`Settings::cool_down`]).
//! 6. **The question.** Its message is the preview in the person's language. Its form has one
//!    required boolean, `value`, without a default.
//!    - `round_trip`: the question leaves as the result of this call, with a sealed state; the answer
//!      comes with another call, within [`Settings::lifetime`].
//!    - `in_call`: the question goes to the client and the call waits, [`Settings::deadline`] at
//!      most. On the deadline, or when the client cancels the call, the question is withdrawn. When
//!      [the client's end has closed](crate::Gate::watch) the wait ends at once.
//!    - `code`: the reply hands out a code and the preview. The code comes back in another call, to
//!      step 2.
//!    - `auto` and `client_hint`: nobody is asked by this library. The change counts as confirmed,
//!      and the proposal has run once.
//! 7. **The answer** is read from the table below. Only JSON `true` in the one field is a yes.
//! 8. **The proposal runs again**, after a yes. The change is confirmed only if the fingerprint and
//!    the [digest](super::_2_what_is_bound) of all that was shown are both what they were. If not, the reply says which lines
//!    were shown and which there are now, in the words of the message: of a sensitive subject that is
//!    nothing.
//! 9. **The last look.** If the client has cancelled the call by now, nothing is confirmed.
//! 10. **The decision** is reported: one `tracing` event, and one call of
//!     [`on_decision`](crate::GateBuilder::on_decision), whatever the outcome was. A form that was
//!     dismissed has its own decision before that of the code that follows. A question that nobody
//!     answers ends as `expired` or `lost`, when the gate finds out: with its next call, or when it is
//!     closed.
//! 11. **[`Confirmed`]** is made, in one place of the library, and handed to the tool. The function
//!     that writes takes it by value.
//!
//! [`Confirmed`]: crate::Confirmed
//! [`Outcome::Expired`]: crate::Outcome::Expired
//! [`Outcome::Lost`]: crate::Outcome::Lost
//! [`Outcome::Spent`]: crate::Outcome::Spent
//! [`Settings::cool_down`]: crate::Settings::cool_down
//! [`Settings::deadline`]: crate::Settings::deadline
//! [`Settings::lifetime`]: crate::Settings::lifetime
//!
//! # What is a yes
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
//! A dismissal is no refusal. Where codes are taken, one is handed out after it; nowhere does it
//! become a yes, and never does the client's own dialogue stand in for it.
//!
//! # What comes of it
//!
//! An [`Outcome`](crate::Outcome) is what happened, to the last detail: for the audit. A
//! [`Status`](crate::Status) is what the caller is told, in `structuredContent.status`. Where there
//! is no status, the reply is of another kind.
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
