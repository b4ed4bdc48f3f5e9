//! Clients with other people's SDKs against the built server over stdio. The cases are every SDK,
//! revision, kind of elicitation and answer. Each case ends with a look at the plan.

use std::fmt::Write as _;

use avenir_sandbox::demo as known;
use other_clients::{Case, Player, Report, Sdk, Server};
use tokio::task::JoinSet;

use crate::common::{SERVER, World, diner_to_restaurants};

/// Returns every case of an SDK, 12 for each revision. The server's environment is not set yet.
fn cases(sdk: Sdk) -> Vec<Case> {
    let mut cases = Vec::new();
    for &revision in sdk.revisions() {
        let mut case = |elicitation, answer, use_code| {
            cases.push(Case {
                revision,
                elicitation,
                answer,
                use_code,
                tool: "apply_categories",
                arguments: diner_to_restaurants(),
                server: Server::Stdio {
                    command: vec![SERVER.to_owned()],
                    environment: [].into(),
                },
            });
        };
        for elicitation in ["form", "empty"] {
            for answer in ["yes", "no", "decline"] {
                case(elicitation, answer, true);
            }
            case(elicitation, "cancel", false);
        }
        for elicitation in ["none", "url"] {
            case(elicitation, "yes", true);
            case(elicitation, "yes", false);
        }
    }
    cases
}

/// Returns the route and the status with which a case must end.
fn expected(case: &Case) -> (&'static str, &'static str) {
    let asked = match case.revision {
        "2026-07-28" => "mrtr",
        _ => "elicit",
    };
    match (case.elicitation, case.answer, case.use_code) {
        ("form" | "empty", "yes", _) => (asked, "applied"),
        ("form" | "empty", "no" | "decline", _) => (asked, "declined"),
        ("form" | "empty", _, false) => (asked, "confirmation_required"),
        (_, _, false) => ("none", "confirmation_required"),
        (_, _, true) => ("code", "applied"),
    }
}

#[tokio::test]
async fn every_client_is_asked_and_heard() {
    let mut playing = JoinSet::new();
    for sdk in Sdk::ALL {
        let Some(player) = Player::start(sdk, env!("CARGO_TARGET_TMPDIR")) else {
            continue;
        };
        playing.spawn(play(player, cases(sdk)));
    }
    let rows = playing.join_all().await.concat();
    println!("client | revision | elicitation | answer | code | route | status | row");
    for row in &rows {
        println!("{row}");
    }
    let wrong: Vec<&String> = rows.iter().filter(|row| row.contains("WRONG")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The counts of no SDK, Python's, Node's, and all.
    assert!([0, 36, 60, 96].contains(&rows.len()), "{}", rows.len());
}

/// Plays cases one after the other, each in its own world, and returns a line for each.
async fn play(mut player: Player, cases: Vec<Case>) -> Vec<String> {
    let mut rows = Vec::new();
    for mut case in cases {
        let world = World::new().await;
        if let Server::Stdio { environment, .. } = &mut case.server {
            *environment = world.environment().into_iter().collect();
        }
        let report = player.play(&case).await;
        rows.push(row(&case, &report, &world));
    }
    rows
}

fn row(case: &Case, report: &Report, world: &World) -> String {
    let category = match world.category_of(known::DINER).as_deref() {
        None => "-",
        Some(known::RESTAURANTS) => "Restaurants",
        Some(_) => "another category",
    };
    let (route, status) = expected(case);
    let changed = if status == "applied" {
        "Restaurants"
    } else {
        "-"
    };
    let good = (report.route(), report.status(), category) == (route, status, changed)
        && report.revision == case.revision;
    let Report { client, .. } = report;
    let Case {
        revision,
        elicitation,
        answer,
        use_code,
        ..
    } = case;
    let mut row = format!(
        "{client} | {revision} | {elicitation} | {answer} | {use_code} | {} | {} | {category}",
        report.route(),
        report.status()
    );
    if !good {
        _ = write!(
            row,
            " | WRONG, not {route}, {status}, {changed}: {report:?}"
        );
    }
    row
}
