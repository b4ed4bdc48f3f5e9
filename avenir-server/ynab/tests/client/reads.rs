//! Tests that a read is retried if a retry can help, and only then.

use std::time::{Duration, Instant};

use avenir_sandbox::{CannedAnswer, Fault, Moment, demo};
use avenir_ynab::Error;

use crate::world::{World, settings};

#[tokio::test]
async fn a_lost_answer_is_asked_for_again() {
    let world = World::new().await;
    for fault in [
        Fault::drop(Moment::Before),
        Fault::drop(Moment::After),
        Fault::answer(CannedAnswer::status(500)),
        Fault::answer(CannedAnswer::status(503)),
    ] {
        world.sandbox.inject(fault.times(2));
        assert_eq!(world.client.plans().await.unwrap()[0].id, demo::PLAN);
        assert_eq!(world.sent(), 3);
    }
}

#[tokio::test]
async fn there_is_no_fourth_try() {
    let world = World::new().await;
    world
        .sandbox
        .inject(Fault::answer(CannedAnswer::status(502)).times(9));
    let error = world.client.plans().await.unwrap_err();
    assert!(matches!(error, Error::Failed { status: 502 }), "{error:?}");
    assert_eq!(world.sent(), 3);
    world.sandbox.mend();
    world.sandbox.inject(Fault::drop(Moment::Before).times(9));
    let error = world.client.plans().await.unwrap_err();
    assert!(matches!(error, Error::Lost { .. }), "{error:?}");
    assert_eq!(world.sent(), 3);
}

#[tokio::test]
async fn a_refusal_is_not_asked_again() {
    let world = World::new().await;
    for status in [302, 400, 401, 403, 404, 409, 429] {
        world
            .sandbox
            .inject(Fault::answer(CannedAnswer::status(status)));
        world.client.plans().await.unwrap_err();
        assert_eq!(world.sent(), 1, "{status}");
    }
    let answer = CannedAnswer::status(200).body("{\"data\": 1}");
    world.sandbox.inject(Fault::answer(answer));
    let error = world.client.plans().await.unwrap_err();
    assert!(matches!(error, Error::Unreadable { .. }), "{error:?}");
    assert_eq!(world.sent(), 1);
}

#[tokio::test]
async fn a_short_retry_after_is_waited_for() {
    let world = World::new().await;
    let limited = |after: &str| {
        Fault::answer(CannedAnswer::status(429).header("Retry-After", after)).times(1)
    };
    world.sandbox.inject(limited("1"));
    let start = Instant::now();
    world.client.plans().await.unwrap();
    assert!(start.elapsed() >= Duration::from_secs(1));
    assert_eq!(world.sent(), 2);

    world.sandbox.inject(limited("600"));
    let error = world.client.plans().await.unwrap_err();
    assert!(
        matches!(error, Error::RateLimited { wait: Some(wait) } if wait.as_secs() == 600),
        "{error:?}"
    );
    assert_eq!(world.sent(), 1);
    // Check that the client sends nothing until then, because YNAB would refuse the request.
    let error = world.client.plans().await.unwrap_err();
    assert!(matches!(error, Error::RateLimited { .. }), "{error:?}");
    assert!(error.to_string().ends_with("call again in 10 minutes"));
    assert_eq!(world.sent(), 0);
}

#[tokio::test]
async fn a_slow_answer_is_given_up() {
    let mut patience = settings();
    patience.timeout = Duration::from_millis(80);
    let world = World::with(patience).await;
    world
        .sandbox
        .inject(Fault::delay(Duration::from_secs(30)).times(3));
    let start = Instant::now();
    let error = world.client.plans().await.unwrap_err();
    assert!(matches!(error, Error::Lost { .. }), "{error:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_apart() {
    let world = World::new().await;
    let client = world.client.clone();
    let sandbox = std::sync::Arc::into_inner(world.sandbox).unwrap();
    sandbox.shutdown().await;
    let error = client.plans().await.unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    assert!(error.changed_nothing());
}

#[tokio::test]
async fn one_connection_serves_them_all() {
    let world = World::new().await;
    for _ in 0..5 {
        world.client.accounts(demo::PLAN).await.unwrap();
        let unknown = world.client.transaction(demo::PLAN, "nothing").await;
        assert!(matches!(unknown, Err(Error::NotFound { .. })));
    }
    let log = world.sandbox.requests();
    assert_eq!(log.len(), 10);
    assert!(log.iter().all(|one| one.connection == log[0].connection));
}
