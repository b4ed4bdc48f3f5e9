//! Over HTTP: principals, sessions, and which gate answers.
//!
//! # Principals
//!
//! The layer that authenticates puts a [`Principal`](crate::Principal) into the extensions of each
//! request. Codes, and questions that wait between two calls, are bound to it. Names are compared
//! byte for byte: `alice` and `Alice` are two principals, and requests without a principal are a
//! third.
//!
//! # Sessions
//!
//! Clients of revisions before 2026-07-28 open a session and are asked during a call. The answer
//! comes with another request, and the SDK accepts it from anyone who knows the session's id.
#![cfg_attr(
    feature = "http",
    doc = "[`http::SessionLayer`](crate::http::SessionLayer)"
)]
#![cfg_attr(not(feature = "http"), doc = "`http::SessionLayer`")]
//! holds each session to the principal that opened it. It is part of the feature `http` and is a
//! layer for any stack of tower services:
//!
//! ```text
//! authentication (sets the Principal) -> SessionLayer -> StreamableHttpService
//! ```
//!
//! Everybody else gets 404 for that session, whether they send an answer or a call, open or resume
//! the event stream, or `DELETE` it. `Last-Event-ID` is honoured only in a session: elsewhere the
//! SDK sends the events of any stream to anyone who knows an event's id. The layer keeps its
//! sessions in memory, so requests of one session must go to one process.
//!
//! A principal that opens too many sessions ([bounds](super::_5_what_can_still_go_wrong#bounds))
//! loses the one that it has not used for the longest time: the layer forgets it and ends it in the
//! SDK. The SDK does not report a session that it ends by itself. The layer forgets such a session
//! when its principal names it once more.
//!
//! The layer only tells principals apart. Where all callers share a principal, or have no
//! principal, any of them who knows a session's id may use it.
//!
//! # Capabilities of the client
//!
//! The SDK reads an `initialize` and drops elicitation modes that it does not know, so that
//! `{"future": {}}` looks like `{}`, which means forms. The layer removes such a declaration from
//! the message, as [`Gate::cancel_on_disconnect`](crate::Gate::cancel_on_disconnect) does on stdio. Without a session the SDK
//! forgets the declaration, and an older client gets a code.
//!
//! # Which gate answers
//!
//! The factory that rmcp calls for each session must clone one server, and so one
//! [`Gate`](crate::Gate). A gate that is made inside the factory knows none of the others'
//! questions, and every yes fails with "The request state is not valid". The log then has a warning
//! about a second gate with a random key. At the level `DEBUG` it also has each state that did not
//! open, with the reason. Processes that share a [store](crate::Store) must share a
//! [key](crate::GateBuilder::key).
//!
//! # When the server stops
//!
//! [`Gate::close`](crate::Gate::close) gives up every open question, and reports each as
//! [`Outcome::Lost`](crate::Outcome::Lost).
//!
//! `examples/http.rs` is a whole server.
