//! A sandbox whose rows are in a file.

use std::path::PathBuf;
use std::time::Duration;

use avenir_sandbox::{Date, OpenError, Options, Sandbox, Store, demo};
use reqwest::Method;
use rusqlite::Connection;
use serde_json::json;

use crate::harness::{Api, TODAY, items, milli};

#[tokio::test]
async fn a_file_keeps_everything() {
    let file = File::new("keeps");
    let api = Api::open(&file.store(), TODAY).await;
    let path = format!("/transactions/{}", demo::DINER);
    let change = json!({"transaction": {"category_id": demo::RESTAURANTS}});
    api.change(Method::PUT, &path, &change).await;
    let before = api.get("").await;
    api.running.shutdown().await;
    let api = Api::open(&file.store(), TODAY).await;
    assert_eq!(api.get("").await, before);
    assert_eq!(
        api.get(&path).await["transaction"]["category_name"],
        "Restaurants"
    );
}

#[tokio::test]
async fn a_file_opened_later_has_the_months_since() {
    let file = File::new("later");
    let api = Api::open(&file.store(), TODAY).await;
    let path = format!("/months/2026-04-01/categories/{}", demo::HOBBIES);
    let carried = api.get(&path).await["category"]["balance"].clone();
    api.running.shutdown().await;
    let api = Api::open(&file.store(), Date::constant(2026, 7, 1)).await;
    assert_eq!(
        api.get("/months/current").await["month"]["month"],
        "2026-07-01"
    );
    assert_eq!(
        items(&api.get("/months").await["months"])[0]["month"],
        "2026-08-01"
    );
    let path = format!("/categories/{}", demo::HOBBIES);
    assert_eq!(api.get(&path).await["category"]["balance"], carried);
}

#[tokio::test]
async fn another_connection_changes_a_row_and_everything_follows() {
    let file = File::new("second");
    let api = Api::open(&file.store(), TODAY).await;
    let category = format!("/categories/{}", demo::RESTAURANTS);
    let before = milli(&api.get(&category).await["category"]["activity"]);
    let knowledge = milli(&api.get("/accounts").await["server_knowledge"]);
    let other = Connection::open(&file.0).unwrap();
    other.busy_timeout(Duration::from_secs(5)).unwrap();
    let changed = other.execute(
        "UPDATE transactions SET category_id = ?1 WHERE id = ?2",
        [demo::RESTAURANTS, demo::DINER],
    );
    assert_eq!(changed, Ok(1));
    assert_eq!(
        milli(&api.get(&category).await["category"]["activity"]) - before,
        -23_400
    );
    let delta = api
        .get(&format!(
            "/transactions?last_knowledge_of_server={knowledge}"
        ))
        .await;
    assert_eq!(items(&delta["transactions"]).len(), 1);
    assert_eq!(delta["transactions"][0]["id"], demo::DINER);
}

#[tokio::test]
async fn a_write_waits_for_another_connection() {
    let file = File::new("waits");
    let api = Api::open(&file.store(), TODAY).await;
    let other = Connection::open(&file.0).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let path = format!("/transactions/{}", demo::DINER);
    let change = json!({"transaction": {"memo": "patient"}});
    let (answer, ()) = tokio::join!(api.change(Method::PUT, &path, &change), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        other.execute_batch("COMMIT").unwrap();
    });
    assert_eq!(answer["transaction"]["memo"], "patient");
}

#[test]
fn another_database_is_refused_and_not_touched() {
    let file = File::new("foreign");
    Connection::open(&file.0)
        .unwrap()
        .execute_batch("CREATE TABLE mine (x)")
        .unwrap();
    let before = std::fs::read(&file.0).unwrap();
    let opened = Sandbox::open(&file.store(), Options::default());
    assert!(matches!(opened, Err(OpenError::Foreign)));
    assert_eq!(std::fs::read(&file.0).unwrap(), before, "nor touched");
    std::fs::write(
        &file.0,
        "no database at all, but long enough to be read as one".repeat(20),
    )
    .unwrap();
    assert!(matches!(
        Sandbox::open(&file.store(), Options::default()),
        Err(OpenError::Sqlite(_))
    ));
}

#[test]
fn another_schema_version_is_refused() {
    let file = File::new("version");
    drop(Sandbox::open(&file.store(), Options::default()).unwrap());
    Connection::open(&file.0)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let opened = Sandbox::open(&file.store(), Options::default());
    assert!(matches!(opened, Err(OpenError::Version(99))));
}

/// A file that is deleted at the end of its test.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let name = format!("avenir-sandbox-{}-{name}.db", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn store(&self) -> Store {
        Store::File(self.0.clone())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm"] {
            let mut path = self.0.clone().into_os_string();
            path.push(suffix);
            // The file may not exist.
            let _gone = std::fs::remove_file(path);
        }
    }
}
