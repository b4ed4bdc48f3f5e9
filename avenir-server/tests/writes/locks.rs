//! The lock of a plan, against other servers with the same journal.

use std::time::Duration;

use avenir_sandbox::{Fault, demo as known};

use crate::{
    common::{World, session::error_text},
    killed::{killed_when, until},
    recovery::{LONG, scene},
    talk::{Route, Talk},
};

/// Refuses to write if the lock's file is gone, because another server would create a new lock and
/// not wait.
#[cfg(unix)]
#[tokio::test]
async fn a_lock_that_is_gone_stops_the_write() {
    let world = World::new().await;
    let scene = scene(&world, "move_money");
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk.ask(scene.tool, scene.arguments.clone()).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    // Delay the last re-read, which is made under the lock, so that the lock can be deleted.
    let locks = world.journal_path().with_file_name("journal.db.locks");
    std::fs::remove_dir_all(&locks).unwrap_or_default();
    sandbox.inject(
        Fault::delay(Duration::from_millis(700))
            .on("GET", "/months/")
            .nth(2),
    );
    talk.reply(&question).await;
    while !locks.exists() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    std::fs::remove_dir_all(&locks).unwrap();
    let refused = talk.session.next().await;
    assert!(
        error_text(&refused).contains("was moved or deleted"),
        "{refused}"
    );
    assert!(!scene.applied(&world).contains(&true));
}

/// Recovers on start-up the plans that no server writes to, and does not wait for the others.
#[tokio::test]
async fn a_plan_that_is_busy_does_not_stop_the_look_at_the_others() {
    let world = World::new().await;
    let scene = scene(&world, "set_category_budget");
    let (verb, path, _) = scene.steps[0];
    let fault = Fault::delay(LONG).on(verb, path);
    killed_when(&world, &scene, fault, || world.operations() == ["intended"]).await;
    // Add the same operation in doubt to another plan, after the busy one.
    let other = "INSERT INTO operations SELECT 'other', kind, 'another-plan', fingerprint, route, asked, \
                 latency, intended, state, undoes, clock FROM operations; \
                 INSERT INTO steps SELECT 'other', number, state, finished, edits, alike, clock, looked \
                 FROM steps";
    world.journal().execute_batch(other).unwrap();
    let locks = world.journal_path().with_file_name("journal.db.locks");
    let lock = std::fs::File::open(locks.join(known::PLAN)).unwrap();
    fs4::FileExt::try_lock(&lock).unwrap();
    let _next = Talk::new(&world, Route::RoundTrip).await;
    until("the other plan is looked up", || {
        world.operations() == ["intended", "unknown"]
    })
    .await;
}
