//! Tests of the reads that request only the changes.

use avenir_sandbox::{CannedAnswer, Fault, demo};
use avenir_ynab::{TransactionQuery, model::Transaction};
use serde_json::json;

use crate::world::World;

const ALL: TransactionQuery<'_> = TransactionQuery {
    since: None,
    until: None,
};

#[tokio::test]
async fn the_second_read_asks_what_changed_since_and_from_when() {
    let world = World::new().await;
    let cached = world.client.cached();
    let whole = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    let again = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    assert_eq!(ids(&whole), ids(&again));
    let log = world.sandbox.requests();
    assert_eq!(log[0].query, "since_date=1990-01-01");
    assert!(
        log[1]
            .query
            .starts_with("since_date=1990-01-01&last_knowledge_of_server="),
        "{}",
        log[1].query
    );
}

#[tokio::test]
async fn an_edit_of_an_old_row_is_not_missed() {
    let world = World::new().await;
    let cached = world.client.cached();
    let rows = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    let old = rows[10].id.clone();
    // Edit the row with another client, as another app would.
    let other = World::clone_of(&world);
    other
        .applied(
            "PATCH",
            "/transactions",
            json!({"transactions": [{"id": old, "memo": "long ago"}]}),
        )
        .await;
    let rows = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    let row = rows.iter().find(|row| row.id == old).unwrap();
    assert_eq!(row.memo.as_deref(), Some("long ago"));
}

#[tokio::test]
async fn deleted_created_and_moved_rows_are_followed() {
    let world = World::new().await;
    let cached = world.client.cached();
    cached.transactions(demo::PLAN, &ALL).await.unwrap();
    cached.accounts(demo::PLAN).await.unwrap();
    cached.categories(demo::PLAN).await.unwrap();
    cached.months(demo::PLAN).await.unwrap();
    cached.payees(demo::PLAN).await.unwrap();
    cached.scheduled_transactions(demo::PLAN).await.unwrap();
    let other = World::clone_of(&world);
    let path = format!("/transactions/{}", demo::SPLIT);
    other.applied("DELETE", &path, json!(null)).await;
    let today = jiff::Timestamp::now().to_string();
    let row = json!({"account_id": demo::VISA_ACCOUNT, "date": today[..10], "amount": -5_550,
        "payee_name": "Somebody New", "category_id": demo::GROCERIES});
    let created = other
        .applied("POST", "/transactions", json!({"transaction": row}))
        .await;
    let group = other
        .applied(
            "POST",
            "/category_groups",
            json!({"category_group": {"name": "New"}}),
        )
        .await;
    let group = group["category_group"]["id"].as_str().unwrap().to_owned();
    let path = format!("/categories/{}", demo::HOBBIES);
    let moved = json!({"category": {"category_group_id": group}});
    other.applied("PATCH", &path, moved).await;

    let rows = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    assert!(rows.iter().all(|row| row.id != demo::SPLIT));
    let id = created["transaction"]["id"].as_str().unwrap();
    assert!(rows.iter().any(|row| row.id == id));
    let fresh = &world.client;
    let same = |cached: &dyn std::fmt::Debug, fresh: &dyn std::fmt::Debug| {
        assert_eq!(format!("{cached:?}"), format!("{fresh:?}"));
    };
    same(
        &sorted(cached.accounts(demo::PLAN).await.unwrap(), |row| &row.id),
        &sorted(fresh.accounts(demo::PLAN).await.unwrap(), |row| &row.id),
    );
    same(
        &sorted(cached.payees(demo::PLAN).await.unwrap(), |row| &row.id),
        &sorted(fresh.payees(demo::PLAN).await.unwrap(), |row| &row.id),
    );
    same(
        &sorted(cached.months(demo::PLAN).await.unwrap(), |row| &row.month),
        &sorted(fresh.months(demo::PLAN).await.unwrap(), |row| &row.month),
    );
    same(
        &sorted(rows, |row| &row.id),
        &sorted(fresh.transactions(demo::PLAN, &ALL).await.unwrap(), |row| {
            &row.id
        }),
    );
    let mut groups = [
        cached.categories(demo::PLAN).await.unwrap(),
        fresh.categories(demo::PLAN).await.unwrap(),
    ];
    for groups in &mut groups {
        groups.sort_by(|a, b| a.id.cmp(&b.id));
        for group in groups.iter_mut() {
            group.categories.sort_by(|a, b| a.id.cmp(&b.id));
        }
    }
    same(&groups[0], &groups[1]);
    let home = |category: &str| {
        let holds = |group: &&avenir_ynab::model::CategoryGroup| {
            group.categories.iter().any(|own| own.id == category)
        };
        groups[0].iter().filter(holds).collect::<Vec<_>>()
    };
    assert_eq!(home(demo::HOBBIES).len(), 1, "moved, not copied");
    assert_eq!(home(demo::HOBBIES)[0].id, group);
}

#[tokio::test]
async fn a_wider_window_is_read_in_whole() {
    let world = World::new().await;
    let cached = world.client.cached();
    let today = jiff::Timestamp::now().to_string();
    let this_month = format!("{}-01", &today[..7]);
    let narrow = TransactionQuery {
        since: Some(&this_month),
        until: None,
    };
    let few = cached.transactions(demo::PLAN, &narrow).await.unwrap();
    let all = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    assert!(few.len() < all.len());
    let again = cached.transactions(demo::PLAN, &narrow).await.unwrap();
    assert_eq!(ids(&few), ids(&again));
    let last = TransactionQuery {
        until: Some(&few[0].date),
        ..narrow
    };
    let last = cached.transactions(demo::PLAN, &last).await.unwrap();
    assert!(last.iter().all(|row| row.date == few[0].date));
    let deltas: Vec<bool> = world
        .sandbox
        .requests()
        .iter()
        .map(|request| request.query.contains("last_knowledge_of_server"))
        .collect();
    assert_eq!(deltas, [false, false, true, true]);
}

#[tokio::test]
async fn last_used_is_never_kept() {
    let world = World::new().await;
    for _ in 0..2 {
        world.client.cached().accounts("last-used").await.unwrap();
        world
            .client
            .cached()
            .transactions("last-used", &ALL)
            .await
            .unwrap();
    }
    let log = world.sandbox.requests();
    assert_eq!(log.len(), 4);
    assert!(log.iter().all(|one| !one.query.contains("knowledge")));
}

#[tokio::test]
async fn the_clients_own_reads_pass_the_cache() {
    let world = World::new().await;
    world.client.cached().accounts(demo::PLAN).await.unwrap();
    world.client.accounts(demo::PLAN).await.unwrap();
    let log = world.sandbox.requests();
    assert_eq!(log[1].query, "");
}

/// Checks that a row leaves a kept list when its date moves to before the window.
#[tokio::test]
async fn a_row_that_is_moved_to_before_the_window_is_gone() {
    let world = World::new().await;
    let all = world.client.transactions(demo::PLAN, &ALL).await.unwrap();
    let diner = all.iter().find(|row| row.id == demo::DINER).unwrap();
    let since = TransactionQuery {
        since: Some(&diner.date),
        until: None,
    };
    let cached = world.client.cached();
    let rows = cached.transactions(demo::PLAN, &since).await.unwrap();
    assert!(ids(&rows).contains(&demo::DINER));
    let earlier: jiff::civil::Date = diner.date.parse().unwrap();
    let earlier = earlier.yesterday().unwrap().to_string();
    let moved = json!({"transactions": [{"id": demo::DINER, "date": earlier}]});
    let other = World::clone_of(&world);
    other.applied("PATCH", "/transactions", moved).await;
    let rows = cached.transactions(demo::PLAN, &since).await.unwrap();
    assert!(!ids(&rows).contains(&demo::DINER));
}

#[tokio::test]
async fn a_write_empties_the_plans_lists() {
    let world = World::new().await;
    let cached = world.client.cached();
    cached.payees(demo::PLAN).await.unwrap();
    cached.transactions(demo::PLAN, &ALL).await.unwrap();
    let rows = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    let diner = rows.iter().find(|row| row.id == demo::DINER).unwrap();
    let path = format!("/payees/{}", diner.payee_id.as_ref().unwrap());
    world
        .applied("PATCH", &path, json!({"payee": {"name": "Joe’s"}}))
        .await;
    let rows = cached.transactions(demo::PLAN, &ALL).await.unwrap();
    let diner = rows.iter().find(|row| row.id == demo::DINER).unwrap();
    assert_eq!(diner.payee_name.as_deref(), Some("Joe’s"));
}

#[tokio::test]
async fn knowledge_that_goes_back_starts_over() {
    let world = World::new().await;
    let cached = world.client.cached();
    let before = cached.accounts(demo::PLAN).await.unwrap();
    for knowledge in ["-1", "null"] {
        let body = format!(r#"{{"data": {{"accounts": [], "server_knowledge": {knowledge}}}}}"#);
        let answer = CannedAnswer::status(200).body(&body);
        world.sandbox.inject(Fault::answer(answer));
        let after = cached.accounts(demo::PLAN).await.unwrap();
        assert_eq!(before.len(), after.len());
    }
}

fn ids(rows: &[Transaction]) -> Vec<&str> {
    rows.iter().map(|row| row.id.as_str()).collect()
}

fn sorted<T>(mut rows: Vec<T>, key: impl Fn(&T) -> &String) -> Vec<T> {
    rows.sort_by(|a, b| key(a).cmp(key(b)));
    rows
}
