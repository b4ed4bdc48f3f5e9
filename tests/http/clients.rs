//! Tests clients of other SDKs against a server over HTTP, with and without sessions: every SDK, revision
//! and answer. avenir-server tests the same table over stdio.

use std::fmt::Write as _;

use other_clients::{Case, Player, Sdk, Server};
use serde_json::json;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

use crate::example;

/// The cases: whether the client declares forms, and its answer.
const PEOPLE: [(bool, &str); 5] = [
    (false, "yes"),
    (true, "yes"),
    (true, "no"),
    (true, "decline"),
    (true, "cancel"),
];

/// Returns the route and the status that a case has to end with. A code is passed back.
fn expected(
    revision: &str,
    sessions: bool,
    (asks, answer): (bool, &str),
) -> (&'static str, &'static str) {
    let asked = match (revision, sessions) {
        ("2026-07-28", _) => Some("mrtr"),
        (_, true) => Some("elicit"),
        // Without a session the server cannot reach the client.
        (_, false) => None,
    };
    match (asked.filter(|_| asks), answer) {
        (Some(route), "yes") => (route, "done"),
        (Some(route), "no" | "decline") => (route, "declined"),
        _ => ("code", "done"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_client_is_asked_and_heard() {
    let mut playing = JoinSet::new();
    for sdk in Sdk::ALL {
        let Some(player) = Player::start(sdk, env!("CARGO_TARGET_TMPDIR")) else {
            continue;
        };
        playing.spawn(play(player, sdk));
    }
    let rows = playing.join_all().await.concat();
    println!("client | revision | sessions | forms | answer | route | status");
    for row in &rows {
        println!("{row}");
    }
    let wrong: Vec<&String> = rows.iter().filter(|row| row.contains("WRONG")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Expect the rows of no SDK, of Python's, of Node's, or of all.
    assert!([0, 30, 50, 80].contains(&rows.len()), "{}", rows.len());
}

/// Plays every case of an SDK, each on a site of its own; returns a line for each.
async fn play(mut player: Player, sdk: Sdk) -> Vec<String> {
    let mut rows = Vec::new();
    for &revision in sdk.revisions() {
        for sessions in [true, false] {
            for person in PEOPLE {
                rows.push(row(&mut player, revision, sessions, person).await);
            }
        }
    }
    rows
}

async fn row(
    player: &mut Player,
    revision: &'static str,
    sessions: bool,
    (asks, answer): (bool, &'static str),
) -> String {
    let closing = CancellationToken::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let site = example::site(sessions, closing.clone());
    let serving = tokio::spawn(async move { axum::serve(listener, site).await });
    let case = Case {
        revision,
        elicitation: if asks { "form" } else { "none" },
        answer,
        use_code: true,
        tool: "delete_thing",
        arguments: json!({"name": "alpha"}),
        server: Server::Http {
            url,
            headers: [("Authorization".into(), "Bearer alice-token".into())].into(),
        },
    };
    let report = player.play(&case).await;
    closing.cancel();
    serving.abort();
    let wanted = expected(revision, sessions, (asks, answer));
    let (client, route, status) = (&report.client, report.route(), report.status());
    let mut row =
        format!("{client} | {revision} | {sessions} | {asks} | {answer} | {route} | {status}");
    if (route, status) != wanted || report.revision != revision {
        _ = write!(row, " | WRONG, not {wanted:?}: {report:?}");
    }
    row
}
