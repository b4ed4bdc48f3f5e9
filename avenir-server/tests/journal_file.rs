//! The journal's file: its owner, its permissions, and the secrets that it does not contain.

#![cfg(unix)]

mod common;

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    time::Duration,
};

use avenir_sandbox::demo as known;
use avenir_ynab::{
    Change as _,
    change::{CategoryChange, Recategorise},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use rusqlite::Connection;
use serde_json::json;
use tokio::process::Command;

use self::common::{
    World, diner_to_restaurants,
    session::{Client, Session, status, yes},
};

/// Runs a command and returns its exit code and output, stdout before stderr. Panics after 60
/// seconds.
async fn ran(command: &mut Command, arguments: &[&str]) -> (Option<i32>, String) {
    let output = command.args(arguments).output();
    let output = tokio::time::timeout(Duration::from_secs(60), output);
    let output = output.await.expect("it waits for ever").unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Makes a change and returns the question that the person read.
async fn recategorise(world: &World) -> String {
    let mut session = Session::start(world.command(), Client::older()).await;
    let question = session.apply(diner_to_restaurants()).await;
    session.answer(&question, yes()).await;
    assert_eq!(status(&session.next().await), "applied");
    question["params"]["message"].to_string()
}

/// Returns the fingerprint of that change, which anyone who guesses the change can compute.
fn guess() -> String {
    let change = CategoryChange {
        transaction_id: known::DINER.into(),
        category_id: Some(known::RESTAURANTS.into()),
        from_category_id: None,
        date: String::new(),
        payee: None,
        amount: 0,
        digits: 2,
        before: None,
        after: None,
    };
    let change = Recategorise {
        plan_id: known::PLAN.into(),
        changes: vec![change],
    };
    change.propose().fingerprint().to_string()
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Returns whether the journal or one of SQLite's files beside the journal contains the bytes.
fn holds(world: &World, bytes: &[u8]) -> bool {
    ["", "-wal", "-shm"].iter().any(|end| {
        let file = fs::read(beside(&world.journal_path(), end)).unwrap_or_default();
        file.windows(bytes.len()).any(|window| window == bytes)
    })
}

#[tokio::test]
async fn a_reader_of_the_file_alone_can_test_no_guess() {
    let world = World::new().await;
    recategorise(&world).await;
    let (_, listed) = ran(&mut world.command(), &["journal", "--format", "json"]).await;
    let (_, decided) = ran(
        &mut world.command(),
        &["journal", "--decisions", "--format", "json"],
    )
    .await;
    assert!(!holds(&world, guess().as_bytes()));
    assert!(!listed.contains(&guess()) && !decided.contains(&guess()));
    assert_eq!(world.journal_key().len(), 32);
    assert!(!holds(&world, &world.journal_key()));
    assert!(!holds(
        &world,
        URL_SAFE_NO_PAD.encode(world.journal_key()).as_bytes()
    ));
    assert_eq!(mode(&world.journal_key_path()), 0o600);
    // The server still recognizes the same change within the hour, which needs the fingerprint.
    world.set_category(known::DINER, None);
    let message = recategorise(&world).await;
    assert!(message.contains("already applied"), "{message}");
}

/// Rewrites the journal as version 2 wrote it, with the key and the plain fingerprint in the file.
fn as_version_2(world: &World) {
    let journal = world.journal();
    for sql in [
        "UPDATE operations SET fingerprint = ?1 WHERE kind = 'apply_categories'",
        "UPDATE decisions SET change = ?1 WHERE kind = 'apply_categories'",
    ] {
        assert!(journal.execute(sql, [guess()]).unwrap() > 0);
    }
    drop(journal);
    world.age_journal_to_version_2();
}

#[tokio::test]
async fn an_older_journal_is_taken_over() {
    let world = World::new().await;
    recategorise(&world).await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let date = world
        .text("SELECT max(date) FROM transactions", [])
        .unwrap();
    let new = json!([{"date": date, "amount": -1.5, "payee_name": "Shop", "memo": "m"}]);
    let arguments = json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT,
        "transactions": new});
    let call = json!({"name": "create_transactions", "arguments": arguments});
    let question = session.request("tools/call", call).await;
    session.answer(&question, yes()).await;
    assert_eq!(status(&session.next().await), "applied");
    drop(session);
    as_version_2(&world);
    let path = world.journal_path();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(holds(&world, guess().as_bytes()));

    let (code, listed) = ran(&mut world.command(), &["journal"]).await;
    assert_eq!(code, Some(0), "{listed}");
    assert!(listed.contains("create_transactions"), "{listed}");
    assert!(!holds(&world, guess().as_bytes()));
    assert!(!holds(&world, &world.journal_key()));
    assert_eq!(
        (mode(&path), mode(&world.journal_key_path())),
        (0o600, 0o600)
    );
    // The old digests still work: they show that the created row is unchanged. So undo deletes the
    // row, and the undo of that undo creates the row anew.
    for _ in 0..2 {
        let (code, said) = ran(&mut world.command(), &["undo", "--answer", "yes"]).await;
        assert_eq!(code, Some(0), "{said}");
    }
    world.set_category(known::DINER, None);
    let message = recategorise(&world).await;
    assert!(message.contains("already applied"), "{message}");
}

#[tokio::test]
async fn a_journal_without_its_key_is_not_used() {
    let world = World::new().await;
    recategorise(&world).await;
    let own = fs::read(world.journal_key_path()).unwrap();
    let other = URL_SAFE_NO_PAD.encode([7; 32]);
    for wrong in [None, Some(other.as_bytes()), Some(b"x".as_slice())] {
        fs::remove_file(world.journal_key_path()).unwrap();
        if let Some(wrong) = wrong {
            fs::write(world.journal_key_path(), wrong).unwrap();
        }
        let (code, said) = ran(&mut world.command(), &["journal"]).await;
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("journal.db.key"), "{said}");
        fs::write(world.journal_key_path(), &own).unwrap();
    }
    let (code, said) = ran(&mut world.command(), &["journal"]).await;
    assert_eq!(code, Some(0), "{said}");
}

/// Refuses every file that is not this user's journal, without changing the file or waiting for it.
#[tokio::test]
async fn only_a_journal_of_this_user_is_opened() {
    let world = World::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let script = path("script");
    fs::write(&script, "#!/bin/sh\necho\n").unwrap();
    let database = path("database");
    let other = Connection::open(&database).unwrap();
    other
        .execute_batch("CREATE TABLE cookies (value TEXT); PRAGMA user_version = 3")
        .unwrap();
    drop(other);
    let legacy = path("legacy");
    fs::write(&legacy, "{\"operation\": 1}\n").unwrap();
    symlink(&script, path("link")).unwrap();
    symlink(path("nowhere"), path("dangling")).unwrap();
    let pipe = std::process::Command::new("mkfifo")
        .arg(path("pipe"))
        .status();
    assert!(pipe.unwrap().success());
    let mut names = vec![
        (script.clone(), "not a journal"),
        (database.clone(), "not a journal"),
        (legacy.clone(), "avenir-mcp"),
        (path("link"), "it is a link"),
        (path("dangling"), "it is a link"),
        (path("pipe"), "not a regular file"),
        (folder.path().to_owned(), "not a regular file"),
        ("/dev/null".into(), "not a regular file"),
        ("/dev/zero".into(), "not a regular file"),
    ];
    let others = path("others");
    fs::write(&others, "").unwrap();
    if std::os::unix::fs::chown(&others, Some(65_534), None).is_ok() {
        names.push((others.clone(), "another user"));
    }
    for file in [&script, &database, &legacy, &others] {
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let before = |file: &PathBuf| (fs::read(file).unwrap(), mode(file));
    let files = [&script, &database, &legacy, &others];
    let untouched: Vec<_> = files.map(before).into();
    for (name, why) in names {
        let mut command = world.command();
        let (code, said) = ran(command.env("AVENIR_MCP_JOURNAL", &name), &["journal"]).await;
        assert_eq!(code, Some(2), "{}: {said}", name.display());
        assert!(said.contains(why), "{}: {said}", name.display());
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    let now: Vec<_> = files.map(before).into();
    assert!(now == untouched, "a file was changed");
    assert!(!path("nowhere").exists());
}

#[tokio::test]
async fn everything_of_a_journal_is_for_its_owner() {
    let world = World::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/deep/journal.db");
    let command = || {
        let mut command = world.command();
        command.env("AVENIR_MCP_JOURNAL", &path);
        command
    };
    let (code, said) = ran(&mut command(), &["journal"]).await;
    assert_eq!(code, Some(0), "{said}");
    for folder in [
        path.parent().unwrap(),
        path.parent().unwrap().parent().unwrap(),
    ] {
        assert_eq!(mode(folder), 0o700);
    }
    // An older server left files that others can read, and another process has the journal open.
    let open = Connection::open(&path).unwrap();
    open.execute_batch("BEGIN; SELECT * FROM operations")
        .unwrap();
    let files = ["", "-wal", "-shm", ".key"].map(|end| beside(&path, end));
    for file in &files {
        fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
    }
    let (code, said) = ran(&mut command(), &["journal"]).await;
    assert_eq!(code, Some(0), "{said}");
    for file in &files {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
}

/// Reports the damage and leaves the file unchanged, so that its readable rows are not lost.
#[tokio::test]
async fn a_damaged_journal_is_called_so() {
    let world = World::new().await;
    recategorise(&world).await;
    let whole = fs::read(world.journal_path()).unwrap();
    let noise: Vec<u8> = (0..whole.len())
        .map(|n| u8::try_from(n * 31 % 251).unwrap())
        .collect();
    for range in [0..whole.len(), 0..100, 100..whole.len()] {
        let mut damaged = whole.clone();
        damaged[range.clone()].copy_from_slice(&noise[range.clone()]);
        fs::write(world.journal_path(), &damaged).unwrap();
        for end in ["-wal", "-shm"] {
            _ = fs::remove_file(beside(&world.journal_path(), end));
        }
        let (code, said) = ran(&mut world.command(), &["journal"]).await;
        assert!(matches!(code, Some(1 | 2)), "{range:?}: {said}");
        assert!(said.contains("the journal is damaged"), "{range:?}: {said}");
        assert!(said.contains(".recover"), "{range:?}: {said}");
        assert!(fs::read(world.journal_path()).unwrap() == damaged);
    }
}
