//! Limits: what can still go wrong, and who can prevent it.
//!
//! # Beyond the server's view
//!
//! - **A client that answers for its user.** The answer comes from the client, and the server sees
//!   nothing else. Some clients declare forms and then decline, or accept, without showing
//!   anything. A yes must be a ticked box, so an accepted empty form does not count; `always_code`
//!   and `instant_decline` are for clients that decline by themselves. A client that fills in the
//!   form by itself can confirm anything.
//! - **A person who does not read.** The question starts with the verb, and names what is changed
//!   and how much. This library can do no more.
//! - **A model that keeps a code to itself.** The model is told to show the preview and to pass the
//!   code back only after the user has agreed. Nothing enforces that. Use `require_elicitation`, or
//!   [`Tier::Handoff`](crate::Tier::Handoff), for changes that must not be confirmed that way.
//! - **A client without a dialog of its own**, under the fallback `client_hint`. The change is
//!   then made, and nobody was asked.
//!
//! # Code in the same process
//!
//! - **Play the client.** The SDK's request types are public: code in the server can make up a call
//!   and answer it. Tests play the person that way, and no type can tell the two apart. Clippy's
//!   `disallowed-methods` on `ToolCallContext::new`, `RequestContext::new` and
//!   `FromContextPart::from_context_part` keeps such code out of a server, with one `#[expect]` for
//!   the handler that rmcp's macros write.
//! - **Use `unsafe`**, or a hostile dependency. `unsafe_code = "forbid"` covers only your own
//!   crate.
//! - **Write another way.** A [`Confirmed`](crate::Confirmed) guards the functions that take it.
//!   Keep what can write (a token, a connection) private to the module of the one function that
//!   does.
//!
//! # Decisions of the server's author
//!
//! - **A preview by hand** shows what its author wrote. A derived one shows fields of the subject.
//!   An answer is bound to [all of them](super::_2_what_is_bound), shown or not.
//! - **A write of something else.** The function that writes should take everything from the
//!   [`Confirmed`](crate::Confirmed), and nothing from the arguments.
//! - **The time between the yes and the write.** The proposal runs again right before
//!   [`ask`](crate::ask()) returns, but the world may change a moment later. Where that matters,
//!   the write must compare: it sends the version that it read, or holds a lock from revalidating
//!   the change until it has written. Write at once, too: a [`Confirmed`](crate::Confirmed) does
//!   not expire.
//! - **A gate made for each session or request** knows none of the questions and codes of the
//!   others. Nothing wrong is written, but every answer is refused.
//! - **A store that gives an entry twice** writes twice: [`Store::take`](crate::Store::take) must
//!   be atomic. A store that loses or changes an entry only costs an answer.
//!
//! # The screen and the log
//!
//! - **Letters that look alike.** Characters that hide, move or break text are shown as escapes. A
//!   Cyrillic а in a name is shown as the letter that it is.
//! - **A long message.** It ends at 4,000 characters with a line that counts what is left out, and
//!   some clients cut it earlier. The rest is bound like what is shown.
//! - **The SDK's own log.** This library logs no value of a change, no code and no state. At the
//!   levels `DEBUG` and `TRACE` rmcp logs whole messages, with all of these. Leave them off where
//!   subjects are sensitive.
//! - **A state or a code in transit.** Anyone who reads the connection may use a code before the
//!   person does, once, for exactly that change. Use TLS, and a principal.
//!
//! # Bounds
//!
//! The bounds that a server or its operator may meet. A setting outside its bounds is refused where
//! it is read; if it was set in code, the nearest allowed value is used, with a warning.
//!
//! | what | bound | why |
//! |---|---|---|
//! | `deadline` | 1 to 3600 seconds | a call that waits longer is given up by every client |
//! | `lifetime` | 1 to 86400 seconds | after a day nobody remembers what was asked |
//! | `cool_down` | 0 to 86400 seconds | after a day it is another question |
//! | `instant_decline` | 0 to 10000 milliseconds | a person may decline within ten seconds |
//! | codes and questions that wait in memory | 4096 | an entry holds a message; the principal that has the most makes room |
//! | declined changes that a gate remembers of one principal | 4096 | one that does not fit is asked about again |
//! | questions that a gate keeps track of | 4096 | the principal that has the most loses one, which is reported as lost |
//! | time between two signs that a call goes on | 10 seconds | clients give up after 60 without one |
//! | sessions of one principal over HTTP | 1024 | the one that is idle the longest makes room |
//! | an initialize over HTTP | 4096 KiB | it is read whole; the SDK has the same bound |
//! | a message | 4000 characters | clients cut longer ones, or do not show them |
//! | a question that a list follows | 400 characters | some clients cut a message near 500; a longer value in it is cut to 60 |
//! | rows of a list | 20 | nobody reads more; the rest is counted |
//! | a value in a row of several | 80 characters | twenty rows fit into a message; a value that stands alone is whole |
//! | digest of a value that is cut | 64 bits | nobody finds two values that are cut alike |
//!
//! # Out of scope
//!
//! Undoing a change, editing it in the form, `no_std` and wasm.
