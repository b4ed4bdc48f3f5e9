use std::{convert::Infallible, sync::Arc};

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use rmcp::{
    ServerHandler,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde_json::json;

use super::*;
use crate::gate::bounds::SESSIONS;

struct Server;

impl ServerHandler for Server {}

type Layered = Sessions<StreamableHttpService<Server, LocalSessionManager>>;

fn layered(sessions: &Arc<LocalSessionManager>) -> Layered {
    let config = StreamableHttpServerConfig::default();
    let service = StreamableHttpService::new(|| Ok(Server), Arc::clone(sessions), config);
    SessionLayer::new().layer(service)
}

async fn send(
    layered: &mut Layered,
    principal: &str,
    method: Method,
    session: Option<&str>,
) -> Response<BoxBody<Bytes, Infallible>> {
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "client", "version": "1"},
        },
    });
    let mut request = Request::builder()
        .method(method)
        .header("host", "localhost")
        .header("origin", "http://localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .extension(Principal(principal.to_owned()));
    if let Some(session) = session {
        request = request.header(SESSION, session);
    }
    let body = Full::new(Bytes::from(initialize.to_string()));
    layered.call(request.body(body).unwrap()).await.unwrap()
}

async fn open(layered: &mut Layered, principal: &str) -> String {
    let response = send(layered, principal, Method::POST, None).await;
    assert_eq!(response.status(), StatusCode::OK);
    session(response.headers()).unwrap().expect("it is opened")
}

#[tokio::test]
async fn a_session_that_makes_room_is_closed_in_the_sdk_too() {
    let sessions = Arc::new(LocalSessionManager::default());
    let mut layered = layered(&sessions);
    let alice = open(&mut layered, "alice").await;
    let first = open(&mut layered, "bob").await;
    let mut last = String::new();
    for _ in 0..SESSIONS {
        last = open(&mut layered, "bob").await;
    }
    let is_open = async |session: &str| sessions.sessions.read().await.contains_key(session);
    assert!(!is_open(&first).await);
    assert!(is_open(&alice).await && is_open(&last).await);
    assert_eq!(sessions.sessions.read().await.len(), SESSIONS + 1);
}

/// Checks sessions that the client ends and sessions that the SDK ends.
#[tokio::test]
async fn a_principal_is_forgotten_with_its_last_session() {
    for by_client in [true, false] {
        let sessions = Arc::new(LocalSessionManager::default());
        let mut layered = layered(&sessions);
        let opened = open(&mut layered, "alice").await;
        if !by_client {
            sessions.sessions.write().await.clear();
        }
        let method = if by_client {
            Method::DELETE
        } else {
            Method::GET
        };
        let status = send(&mut layered, "alice", method, Some(&opened))
            .await
            .status();
        assert_eq!(status.is_success(), by_client, "{status}");
        assert!(layered.owners.is_empty(), "{by_client}");
    }
}
