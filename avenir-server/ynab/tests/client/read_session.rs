//! Tests of rereading the same lists.

use std::{collections::HashSet, time::Duration};

use avenir_sandbox::{CannedAnswer, Fault, demo};
use avenir_ynab::{Client, TransactionQuery, model::Transaction};
use serde_json::json;

use crate::world::World;

/// The transactions to read. The client reads four in the list, not one by one.
const ROWS: [&str; 4] = [demo::DINER, demo::REFUND, demo::SPLIT, demo::GREENGROCER];

async fn rows(client: &Client) -> Vec<Transaction> {
    let ids = HashSet::from(ROWS);
    let mut rows = client.transactions_of(demo::PLAN, &ids).await.unwrap();
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    rows
}

fn diner(rows: &[Transaction]) -> &Transaction {
    rows.iter().find(|row| row.id == demo::DINER).unwrap()
}

/// Returns the list of each request to the sandbox, and whether the request asked for only the
/// changes.
fn asked(world: &World) -> Vec<(String, bool)> {
    let log = world.sandbox.requests();
    let asked = log.iter().map(|request| {
        let list = request.path.rsplit('/').next().unwrap();
        let is_delta = request.query.contains("last_knowledge_of_server");
        (list.to_owned(), is_delta)
    });
    asked.collect()
}

#[tokio::test]
async fn a_list_is_read_in_whole_once() {
    let world = World::new().await;
    // Read the lists in another session first, because a session must not rely on other reads.
    rows(&world.client.rereading()).await;
    world.sandbox.forget_requests();
    let rereading = world.client.rereading();
    for _ in 0..2 {
        let seen = rows(&rereading).await;
        assert_eq!(
            seen.iter().map(|row| &row.id).collect::<HashSet<_>>().len(),
            4
        );
        rereading.categories(demo::PLAN).await.unwrap();
    }
    let list = |name: &str, is_delta| (name.to_owned(), is_delta);
    let mut asked = asked(&world);
    asked[2..4].sort();
    assert_eq!(
        asked,
        [
            list("transactions", false),
            list("categories", false),
            list("payees", true),
            list("transactions", true),
            list("categories", true),
        ]
    );
}

#[tokio::test]
async fn whatever_changes_is_seen() {
    let world = World::new().await;
    let rereading = world.client.rereading();
    let before = rows(&rereading).await;
    let other = World::clone_of(&world);
    let memo = json!({"transactions": [{"id": demo::DINER, "memo": "late"}]});
    other.applied("PATCH", "/transactions", memo).await;
    assert_eq!(diner(&rows(&rereading).await).memo.as_deref(), Some("late"));
    let payee = diner(&before).payee_id.clone().unwrap();
    for name in ["Joe’s", "Joe’s again"] {
        let named = json!({"payee": {"name": name}});
        other
            .applied("PATCH", &format!("/payees/{payee}"), named)
            .await;
        let seen = rows(&rereading).await;
        assert_eq!(diner(&seen).payee_name.as_deref(), Some(name));
    }
    other
        .applied(
            "DELETE",
            &format!("/transactions/{}", demo::REFUND),
            json!(null),
        )
        .await;
    assert_eq!(rows(&rereading).await.len(), 3);
    assert_eq!(
        format!("{:?}", rows(&rereading).await),
        format!("{:?}", rows(&world.client).await)
    );
}

#[tokio::test]
async fn a_first_read_that_failed_is_none() {
    let world = World::new().await;
    rows(&world.client.rereading()).await;
    let rereading = world.client.rereading();
    world
        .sandbox
        .inject(Fault::answer(CannedAnswer::status(404)));
    let ids = HashSet::from(ROWS);
    assert!(rereading.transactions_of(demo::PLAN, &ids).await.is_err());
    world.sandbox.mend();
    world.sandbox.forget_requests();
    rows(&rereading).await;
    assert_eq!(asked(&world), [("transactions".to_owned(), false)]);
}

/// Checks that a slow read of changes by another reader does not bring old names back, although it
/// began before the session's first read.
#[tokio::test]
async fn a_slow_read_of_another_brings_nothing_back() {
    let world = World::new().await;
    let all = TransactionQuery::default();
    let cached = world.client.cached();
    let rows_then = cached.transactions(demo::PLAN, &all).await.unwrap();
    let payee = diner(&rows_then).payee_id.clone().unwrap();
    let other = World::clone_of(&world);
    let named = json!({"payee": {"name": "Joe’s"}});
    other
        .applied("PATCH", &format!("/payees/{payee}"), named)
        .await;
    let memo = json!({"transactions": [{"id": demo::REFUND, "memo": "late"}]});
    other.applied("PATCH", "/transactions", memo).await;
    let slow = Fault::delay_answer(Duration::from_millis(400));
    world.sandbox.inject(slow.on("GET", "/transactions"));
    let rereading = world.client.rereading();
    let (slow, first) = tokio::join!(cached.transactions(demo::PLAN, &all), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        rows(&rereading).await
    });
    slow.unwrap();
    for seen in [first, rows(&rereading).await] {
        assert_eq!(diner(&seen).payee_name.as_deref(), Some("Joe’s"));
    }
}
