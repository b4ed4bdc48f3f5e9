//! A token in a file.

#![cfg(unix)]

use std::{fs, os::unix::fs::PermissionsExt as _, process::Output};

use serde_json::json;
use tokio::process::Command;

use crate::common::{
    World,
    session::{Client, Session},
};

const TOKEN: &str = "YNAB_API_KEY";
const FILE: &str = "YNAB_API_KEY_FILE";

/// Returns the stderr of a server that must end by itself with exit code 2.
async fn refused(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().await.unwrap();
    assert_eq!(status.code(), Some(2));
    String::from_utf8(stderr).unwrap()
}

#[tokio::test]
async fn a_key_file_opens_the_plans() {
    let world = World::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    fs::write(&file, format!("{}\n", world.token)).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let mut command = world.command();
    command.env_remove(TOKEN).env(FILE, &file);
    let mut session = Session::start(command, Client::modern()).await;
    let call = json!({"name": "list_plans", "arguments": {}});
    let answer = session.request("tools/call", call).await;
    let plans = &answer["result"]["structuredContent"]["plans"];
    assert_eq!(plans.as_array().map(Vec::len), Some(3), "{answer}");
}

#[tokio::test]
async fn a_key_file_for_others_ends_the_server_at_its_start() {
    let world = World::new().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    fs::write(&file, "s3cret-of-mine").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let mut command = world.command();
    let said = refused(command.env_remove(TOKEN).env(FILE, &file)).await;
    assert!(said.contains("644") && said.contains("chmod 600"), "{said}");
    assert!(!said.contains("s3cret"), "{said}");

    let mut command = world.command();
    let said = refused(
        command
            .env_remove(TOKEN)
            .env(FILE, folder.path().join("none")),
    )
    .await;
    assert!(said.contains(FILE), "{said}");
    let mut command = world.command();
    let said = refused(command.env(FILE, &file)).await;
    assert!(said.contains("both"), "{said}");
}
