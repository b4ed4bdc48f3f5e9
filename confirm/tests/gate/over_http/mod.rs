//! Tests the same conversations over streamable HTTP, with and without sessions, and with several
//! principals.

mod pipe;
mod sessions;

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::Request,
    middleware::{self, Next},
    response::Response,
};
use confirm::{Outcome, Principal, http::SessionLayer};
use confirm_testing::{Answer, Client, Question, ScriptedClient};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use self::pipe::Http;
use crate::shop::{Server, cheaper_lamp, status};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Older clients open a session, in which they can be asked.
    Sessions,
    /// Every request stands alone.
    Stateless,
}

const MODES: [Mode; 2] = [Mode::Sessions, Mode::Stateless];

/// Serves on loopback, and returns the address.
async fn open(server: &Server, mode: Mode) -> String {
    let server = server.clone();
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default().with_legacy_session_mode(mode == Mode::Sessions),
    );
    let router = Router::new()
        .fallback_service(service)
        .layer(SessionLayer::new())
        .layer(middleware::from_fn(authenticate));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let authority = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    authority
}

/// Sets the principal that the token names. Without a token there is no principal.
async fn authenticate(mut request: Request, next: Next) -> Response {
    let token = request.headers().get("authorization");
    let name = token.and_then(|token| token.to_str().ok()?.strip_prefix("Bearer "));
    if let Some(principal) = name.map(|name| Principal(name.to_owned())) {
        request.extensions_mut().insert(principal);
    }
    next.run(request).await
}

async fn person(http: &Http, client: Client) -> ScriptedClient {
    let mut person = ScriptedClient::connect(client, http.pipe()).await;
    // This test uses the real clock.
    person.patience(Duration::from_secs(30));
    person
}

/// Checks one question on each route that has one, and the write after it.
#[tokio::test]
async fn every_route_is_reached() {
    for mode in MODES {
        for (client, asked) in [
            (Client::modern(), 1),
            (Client::modern().mute(), 0),
            // Without a session the SDK forgets what `initialize` declared, and nobody could answer
            // during a call.
            (Client::older(), usize::from(mode == Mode::Sessions)),
            (Client::older().mute(), 0),
        ] {
            let server = Server::default();
            let authority = open(&server, mode).await;
            let mut person = person(&Http::to(&authority, "/"), client.clone()).await;
            person.script([Answer::Yes]);
            let mut talk = person.call("set_price", cheaper_lamp()).await;
            assert_eq!(
                talk.questions.len(),
                asked,
                "{mode:?} {client:?} {}",
                talk.reply
            );
            if asked == 0 {
                server.shop.assert_untouched();
                let mut with_code = cheaper_lamp();
                with_code["confirmation"] = talk.code().unwrap().into();
                talk = person.call("set_price", with_code).await;
            }
            assert_eq!(talk.status(), Some("done"));
            assert_eq!(server.shop.writes(), 1);
        }
    }
}

#[tokio::test]
async fn a_no_is_a_no_on_every_route() {
    for mode in MODES {
        for client in [Client::modern(), Client::older()] {
            if mode == Mode::Stateless && client == Client::older() {
                continue;
            }
            let server = Server::default();
            let authority = open(&server, mode).await;
            let mut person = person(&Http::to(&authority, "/"), client).await;
            for (answer, outcome) in [
                (Answer::Dismiss, Outcome::CodeIssued),
                (
                    Answer::Malformed(json!({"action": "accept"})),
                    Outcome::Malformed,
                ),
                (Answer::No, Outcome::Declined),
            ] {
                person.script([answer]);
                let talk = person.call("set_price", cheaper_lamp()).await;
                assert_eq!(talk.questions.len(), 1);
                assert_eq!(server.shop.outcome(), outcome);
                server.shop.assert_untouched();
            }
        }
    }
}

/// Every caller who may try another's code or state. The absence of a principal counts as one.
const CALLERS: [Option<&str>; 3] = [Some("alice"), Some("bob"), None];

fn as_caller(authority: &str, name: Option<&str>) -> Http {
    let http = Http::to(authority, "/");
    match name {
        Some(name) => http.bearer(name),
        None => http,
    }
}

async fn asked(person: &mut ScriptedClient) -> Question {
    let call = person.start("set_price", cheaper_lamp()).await;
    person.question(&call).await
}

async fn sent(person: &mut ScriptedClient, params: Value) -> Value {
    let call = person.request("tools/call", params).await;
    person.reply(&call).await
}

#[tokio::test]
async fn a_state_is_of_one_principal() {
    for mode in MODES {
        for owner in CALLERS {
            let server = Server::default();
            let authority = open(&server, mode).await;
            let mut own = person(&as_caller(&authority, owner), Client::modern()).await;
            let question = asked(&mut own).await;
            for other in CALLERS.into_iter().filter(|other| *other != owner) {
                let mut other = person(&as_caller(&authority, other), Client::modern()).await;
                let reply = sent(&mut other, question.retry(&Answer::Yes)).await;
                assert_eq!(reply["error"]["code"], -32602, "{owner:?} {reply}");
                server.shop.assert_untouched();
            }
            // The attempt of another caller costs the owner nothing.
            let reply = sent(&mut own, question.retry(&Answer::Yes)).await;
            assert_eq!(status(&reply), "done");
        }
    }
}

#[tokio::test]
async fn a_code_is_of_one_principal() {
    for mode in MODES {
        for owner in CALLERS {
            for other in CALLERS.into_iter().filter(|other| *other != owner) {
                let server = Server::default();
                let authority = open(&server, mode).await;
                let mut own = person(&as_caller(&authority, owner), Client::modern().mute()).await;
                let talk = own.call("set_price", cheaper_lamp()).await;
                let mut with_code = cheaper_lamp();
                with_code["confirmation"] = talk.code().unwrap().into();
                let mut other =
                    person(&as_caller(&authority, other), Client::modern().mute()).await;
                let talk = other.call("set_price", with_code.clone()).await;
                assert_eq!(talk.status(), Some("refused"));
                // The attempt spent the code, so the owner needs a new one.
                let talk = own.call("set_price", with_code).await;
                assert_eq!(talk.status(), Some("refused"));
                server.shop.assert_untouched();
            }
        }
    }
}

/// Checks that a decline counts only for the principal who declined.
#[tokio::test]
async fn a_no_is_of_one_principal() {
    for client in [Client::modern(), Client::older()] {
        let server = Server::default();
        let authority = open(&server, Mode::Sessions).await;
        let mut alice = person(&as_caller(&authority, Some("alice")), client.clone()).await;
        let mut bob = person(&as_caller(&authority, Some("bob")), client).await;
        alice.script([Answer::No]);
        let talk = alice.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("declined"));
        let talk = alice.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions.len(), 0);
        bob.script([Answer::Yes]);
        let talk = bob.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions.len(), 1);
        assert_eq!(talk.status(), Some("done"));
    }
}

/// Checks that an answer counts only in the session that was asked.
#[tokio::test]
async fn an_answer_from_another_session() {
    let server = Server::default();
    let authority = open(&server, Mode::Sessions).await;
    let mut alice = person(&as_caller(&authority, Some("alice")), Client::older()).await;
    let mut bob = person(&as_caller(&authority, Some("bob")), Client::older()).await;
    let question = asked(&mut alice).await;
    _ = bob.answer(&question, &Answer::Yes).await;
    bob.drain().await;
    server.shop.assert_untouched();
    let call = alice.answer(&question, &Answer::No).await;
    assert_eq!(status(&alice.reply(&call).await), "declined");
    server.shop.assert_untouched();
}
