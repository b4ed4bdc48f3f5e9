//! Over HTTP: who calls, whose session it is, and which gate answers.
//!
//! # Who calls
//!
//! The layer that authenticates puts a [`Principal`](crate::Principal) into the extensions of each
//! request. Codes, and questions that wait between two calls, are bound to it. Names are compared byte
//! for byte: `alice` and `Alice` are two principals, and a request without one is a third.
//!
//! # Whose session it is
//!
//! Clients of revisions before 2026-07-28 open a session and are asked during a call. The answer comes
//! with another request, and the SDK takes it from anyone who knows the session's id.
#![cfg_attr(
    feature = "http",
    doc = "[`http::SessionLayer`](crate::http::SessionLayer)"
)]
#![cfg_attr(not(feature = "http"), doc = "`http::SessionLayer`")]
//! holds each session to the principal that opened it. It is part of the feature `http` and a layer
//! for any stack of tower services:
//!
//! ```text
//! authentication (sets the Principal) -> SessionLayer -> StreamableHttpService
//! ```
//!
//! Everybody else gets 404 for that session, with an answer, a call, the event stream, its resumption
//! and `DELETE`. `Last-Event-ID` is honoured only in a session: elsewhere the SDK gives the events of
//! any stream to anyone who knows an event's id. The layer keeps its sessions in memory, so requests
//! of one session go to one process.
//!
//! A principal that opens too many sessions ([bounds](super::_5_what_can_still_go_wrong#bounds)) loses
//! the one that it has not used for the longest time: the layer forgets it and ends it in the SDK. The
//! SDK does not report a session that it ends by itself. The layer forgets such a session when its
//! principal names it once more.
//!
//! The layer tells principals apart and nothing else. Where all callers are one principal, or none,
//! each of them who knows a session's id may use it.
//!
//! # What the client can do
//!
//! The SDK reads an `initialize` and drops elicitation modes that it does not know, so that
//! `{"future": {}}` looks like `{}`, which means forms. The layer takes such a declaration out of the
//! message, as [`Gate::watch`](crate::Gate::watch) does on stdio. Without a session the SDK forgets
//! what was declared, and an older client is handed a code.
//!
//! # Which gate answers
//!
//! The factory that rmcp calls for each session clones one server, and so one
//! [`Gate`](crate::Gate). A gate that is made inside the factory knows no question of the others, and
//! every yes fails with "The request state is not valid". The log then has a warning about a second
//! gate with a random key, and at the level `DEBUG` each state that did not open, with the reason.
//! Processes that share a [store](crate::Store) share a [key](crate::GateBuilder::key).
//!
//! # When the server stops
//!
//! [`Gate::close`](crate::Gate::close) lets go of every open question, and reports each as
//! [`Outcome::Lost`](crate::Outcome::Lost).
//!
//! `examples/http.rs` is a whole server.
