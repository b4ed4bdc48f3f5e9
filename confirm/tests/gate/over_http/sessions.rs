//! Tests that a session of an older revision belongs to its principal alone: knowing its id does
//! not help others.

use axum::{
    body::Body,
    http::{Method, Request, StatusCode},
};
use confirm_testing::{Answer, Client, ScriptedClient};
use http_body_util::BodyExt as _;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::{CALLERS, Mode, as_caller, asked, open, person};
use crate::shop::{Server, cheaper_lamp, status};

/// A session in which its owner has made a call.
struct Opened {
    authority: String,
    session: String,
    own: ScriptedClient,
}

async fn opened(owner: Option<&str>) -> Opened {
    let authority = open(&Server::default(), Mode::Sessions).await;
    let http = as_caller(&authority, owner);
    let mut own = person(&http, Client::older().mute()).await;
    _ = own.call("look", json!({"thing": "lamp"})).await;
    let session = http.session().expect("there is one");
    Opened {
        authority,
        session,
        own,
    }
}

/// Returns the callers that are not `owner`. Names are compared byte for byte.
fn others(owner: Option<&'static str>) -> impl Iterator<Item = Option<&'static str>> {
    let alike = [Some("Alice"), Some("alice.")];
    let all = CALLERS.into_iter().chain(alike);
    all.filter(move |other| *other != owner)
}

#[tokio::test]
async fn nobody_answers_in_the_session_of_another() {
    for owner in CALLERS {
        for other in others(owner) {
            let server = Server::default();
            let authority = open(&server, Mode::Sessions).await;
            let http = as_caller(&authority, owner);
            let mut own = person(&http, Client::older()).await;
            let question = asked(&mut own).await;
            let yes = json!({
                "jsonrpc": "2.0", "id": question.key,
                "result": {"action": "accept", "content": {"value": true}},
            });
            let session = http.session().expect("there is one");
            let (code, _) = send(&authority, other, Method::POST, &session, &[], Some(&yes)).await;
            assert_eq!(code, StatusCode::NOT_FOUND, "{owner:?} {other:?}");
            let call = own.answer(&question, &Answer::No).await;
            assert_eq!(status(&own.reply(&call).await), "declined");
            server.shop.assert_untouched();
        }
    }
}

#[tokio::test]
async fn nobody_calls_listens_resumes_or_ends_it_for_another() {
    let call = json!({
        "jsonrpc": "2.0", "id": 99, "method": "tools/call",
        "params": {"name": "set_price", "arguments": cheaper_lamp()},
    });
    for owner in CALLERS {
        let Opened {
            authority,
            session,
            mut own,
        } = opened(owner).await;
        for other in others(owner) {
            for (method, headers, body) in [
                (Method::POST, &[][..], Some(&call)),
                (Method::GET, &[], None),
                (Method::GET, &[("last-event-id", "0")], None),
                (Method::DELETE, &[], None),
            ] {
                let sent = send(&authority, other, method.clone(), &session, headers, body).await;
                assert_eq!(
                    sent.0,
                    StatusCode::NOT_FOUND,
                    "{owner:?} {other:?} {method}"
                );
            }
        }
        // The session stays open for its owner, until its owner ends it.
        let talk = own.call("look", json!({"thing": "lamp"})).await;
        assert_eq!(talk.status(), Some("done"));
        let end = send(&authority, owner, Method::DELETE, &session, &[], None).await;
        assert!(end.0.is_success(), "{end:?}");
        let again = send(&authority, owner, Method::GET, &session, &[], None).await;
        assert_eq!(again.0, StatusCode::NOT_FOUND);
    }
}

/// Checks resumption: the SDK resumes streams of revisions without sessions for anyone who knows an
/// event's id.
#[tokio::test]
async fn events_are_resumed_only_in_a_session() {
    let Opened {
        authority,
        session,
        own: _alice,
    } = opened(Some("alice")).await;
    let event = ("last-event-id", "1");
    let modern = ("mcp-protocol-version", "2026-07-28");
    for (session, headers, code) in [
        ("", &[event][..], StatusCode::NOT_FOUND),
        ("", &[event, modern], StatusCode::NOT_FOUND),
        (&session, &[event, modern], StatusCode::NOT_FOUND),
        (&session, &[event], StatusCode::OK),
    ] {
        let alice = Some("alice");
        let sent = send(&authority, alice, Method::GET, session, headers, None).await;
        assert_eq!(sent.0, code, "{session} {headers:?}");
    }
}

#[tokio::test]
async fn a_session_that_cannot_be_told_is_refused() {
    let Opened {
        authority,
        session,
        own: _alice,
    } = opened(Some("alice")).await;
    let second = &[("mcp-session-id", "another")];
    let alice = Some("alice");
    let sent = send(&authority, alice, Method::GET, &session, second, None).await;
    assert_eq!(sent.0, StatusCode::BAD_REQUEST);
}

/// Checks declarations that the SDK takes for forms.
#[tokio::test]
async fn a_declaration_that_is_not_of_forms_is_read_as_it_is() {
    for elicitation in [
        json!({"future": {}}),
        json!({"form": null}),
        json!([]),
        json!(true),
    ] {
        let server = Server::default();
        let authority = open(&server, Mode::Sessions).await;
        let client = Client::older().elicitation(elicitation.clone());
        let mut person = person(&as_caller(&authority, Some("alice")), client).await;
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(
            talk.status(),
            Some("confirmation_required"),
            "{elicitation}"
        );
        assert_eq!(talk.questions.len(), 0);
    }
}

#[tokio::test]
async fn a_first_request_that_is_too_long_is_refused() {
    let server = Server::default();
    let authority = open(&server, Mode::Sessions).await;
    let long = json!({"method": "initialize", "params": "x".repeat(5 << 20)});
    let sent = send(&authority, None, Method::POST, "", &[], Some(&long)).await;
    assert_eq!(sent.0, StatusCode::PAYLOAD_TOO_LARGE);
}

/// Sends one request, and returns the status and the text of an error.
async fn send(
    authority: &str,
    caller: Option<&str>,
    method: Method,
    session: &str,
    headers: &[(&str, &str)],
    body: Option<&Value>,
) -> (StatusCode, String) {
    let stream = TcpStream::connect(authority).await.unwrap();
    let io = TokioIo::new(stream);
    let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.unwrap();
    tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri("/");
    for (name, value) in [
        ("host", authority),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ] {
        request = request.header(name, value);
    }
    if let Some(name) = caller {
        request = request.header("authorization", format!("Bearer {name}"));
    }
    if !session.is_empty() {
        request = request.header("mcp-session-id", session);
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let response = sender
        .send_request(request.body(body).unwrap())
        .await
        .unwrap();
    let status = response.status();
    let text = if status.is_success() {
        String::new()
    } else {
        let body = response.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8_lossy(&body).into_owned()
    };
    (status, text)
}
