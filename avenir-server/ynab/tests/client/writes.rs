//! Tests that a write is sent once, and that its outcome is reported.

use avenir_sandbox::{CannedAnswer, Fault, Moment, demo};
use avenir_ynab::{Error, Outcome};
use serde_json::{Value, json};

use crate::world::World;

fn memo(text: &str) -> (&'static str, &'static str, Value) {
    let rows = json!([{"id": demo::DINER, "memo": text}]);
    ("PATCH", "/transactions", json!({"transactions": rows}))
}

#[tokio::test]
async fn every_verb_is_applied() {
    let world = World::new().await;
    let row = json!({"account_id": demo::CURRENT_ACCOUNT, "date": "2026-01-01", "amount": -1_000});
    let today = jiff::Timestamp::now().to_string();
    let mut row = row;
    row["date"] = json!(today[..10]);
    let created = world
        .applied("POST", "/transactions", json!({"transaction": row}))
        .await;
    let id = created["transaction"]["id"].as_str().unwrap().to_owned();
    let path = format!("/transactions/{id}");
    let put = json!({"transaction": {"memo": "put"}});
    let changed = world.applied("PUT", &path, put).await;
    assert_eq!(changed["transaction"]["memo"], "put");
    let deleted = world.applied("DELETE", &path, Value::Null).await;
    assert_eq!(deleted["transaction"]["deleted"], true);
    let log = world.sandbox.requests();
    assert_eq!(log[2].body, "", "nothing is sent with a DELETE");
}

#[tokio::test]
async fn whatever_goes_wrong_it_is_sent_once() {
    let world = World::new().await;
    let faults = [
        (Fault::drop(Moment::Before), false, false),
        (Fault::drop(Moment::After), false, true),
        (Fault::answer(CannedAnswer::status(500)), false, false),
        (
            Fault::answer(CannedAnswer::status(503).after()),
            false,
            true,
        ),
        (Fault::answer(CannedAnswer::status(408)), false, false),
        (Fault::answer(CannedAnswer::status(302)), false, false),
        (Fault::answer(CannedAnswer::status(400)), true, false),
        (Fault::answer(CannedAnswer::status(401)), true, false),
        (Fault::answer(CannedAnswer::status(404)), true, false),
        (Fault::answer(CannedAnswer::status(409)), true, false),
        (
            Fault::answer(CannedAnswer::status(429).header("Retry-After", "0")),
            true,
            false,
        ),
    ];
    for (number, (fault, known, landed)) in faults.into_iter().enumerate() {
        let before = memo_of(&world).await;
        world.sent();
        world
            .sandbox
            .inject(fault.clone().on("PATCH", "/").times(5));
        let outcomes = world
            .write(&[memo(&format!("number {number}")), memo("never")])
            .await;
        world.sandbox.mend();
        assert_eq!(world.sent(), 1, "{fault:?}");
        match &outcomes[..] {
            [Outcome::Refused(_)] if known => {}
            [Outcome::Unknown(_)] if !known => {}
            other => panic!("{fault:?}: {other:?}"),
        }
        let after = memo_of(&world).await;
        assert_eq!(after != before, landed, "{fault:?}");
    }
}

async fn memo_of(world: &World) -> Option<String> {
    let row = world.client.transaction(demo::PLAN, demo::DINER).await;
    row.unwrap().memo
}

#[tokio::test]
async fn what_was_applied_before_stays_said() {
    let world = World::new().await;
    world.sandbox.inject(
        Fault::answer(CannedAnswer::status(400))
            .on("PATCH", "/transactions")
            .nth(2),
    );
    let outcomes = world
        .write(&[memo("one"), memo("two"), memo("three")])
        .await;
    assert!(
        matches!(
            &outcomes[..],
            [
                Outcome::Applied(_),
                Outcome::Refused(Error::Refused { status: 400, .. })
            ]
        ),
        "{outcomes:?}"
    );
    assert_eq!(world.sent(), 2, "nothing follows a refusal");
    assert_eq!(memo_of(&world).await.as_deref(), Some("one"));
}

#[tokio::test]
async fn a_success_stays_one_whatever_its_body() {
    let world = World::new().await;
    for body in ["", "no json", "{\"data\": \"\\ud800\"}"] {
        let answer = CannedAnswer::status(200).body(body).after();
        world.sandbox.inject(Fault::answer(answer).on("PATCH", "/"));
        let outcomes = world.write(&[memo("done")]).await;
        assert!(matches!(&outcomes[..], [Outcome::Applied(_)]), "{body}");
    }
}

#[tokio::test]
async fn an_id_that_leaves_its_place_sends_nothing() {
    let world = World::new().await;
    for path in [
        "/transactions/..",
        "/transactions/.",
        "/transactions/",
        "/transactions/a%2Fb",
        "/transactions/a?b=c",
        "/transactions/a#b",
        "/transactions/é",
        "/transactions/a\\b",
        "/transactions/a b",
        "/transactions/a.b",
    ] {
        // Check that a valid request before the invalid one is not sent either.
        let delete = ("DELETE", path, Value::Null);
        let outcomes = world.write(&[memo("before"), delete]).await;
        assert!(
            matches!(&outcomes[..], [Outcome::Refused(Error::NoId { .. })]),
            "{path}: {outcomes:?}"
        );
        assert_eq!(world.sent(), 0, "{path}");
    }
    for id in ["..", "a/b", "", "last used", &"x".repeat(101)] {
        let error = world.client.accounts(id).await.unwrap_err();
        assert!(matches!(error, Error::NoId { .. }), "{id}: {error:?}");
        let error = world.client.transaction(demo::PLAN, id).await.unwrap_err();
        assert!(matches!(error, Error::NoId { .. }), "{id}: {error:?}");
    }
    assert_eq!(world.sent(), 0);
}
