//! Tests of the count of requests and of reservations.

use avenir_sandbox::{CannedAnswer, Fault, demo};
use avenir_ynab::{Error, Outcome};
use serde_json::json;

use crate::world::{World, settings};

async fn with_limit(limit: u32) -> World {
    let mut settings = settings();
    settings.hourly_limit = limit;
    World::with(settings).await
}

#[tokio::test]
async fn clones_share_the_count_and_retries_are_in_it() {
    let world = with_limit(4).await;
    world
        .sandbox
        .inject(Fault::answer(CannedAnswer::status(503)).times(2));
    world.client.clone().plans().await.unwrap();
    world.client.plans().await.unwrap();
    let error = world.client.plans().await.unwrap_err();
    assert!(
        matches!(error, Error::RateLimited { wait: Some(_) }),
        "{error:?}"
    );
    assert!(error.to_string().contains("in 60 minutes"), "{error}");
    assert_eq!(world.sent(), 4);
}

#[tokio::test]
async fn a_change_starts_only_if_all_of_it_fits() {
    let world = with_limit(4).await;
    let rows = json!({"transactions": [{"id": demo::DINER, "memo": "x"}]});
    let step = ("PATCH", "/transactions", rows);
    world.client.plans().await.unwrap();
    let outcomes = world
        .write(&[step.clone(), step.clone(), step.clone(), step.clone()])
        .await;
    assert!(
        matches!(
            &outcomes[..],
            [Outcome::Refused(Error::NotEnough {
                needed: 4,
                left: 3,
                ..
            })]
        ),
        "{outcomes:?}"
    );
    assert_eq!(world.sent(), 1, "the read before it");
    let outcomes = world.write(&[step.clone(), step.clone(), step]).await;
    assert_eq!(outcomes.len(), 3);
    assert!(
        outcomes
            .iter()
            .all(|one| matches!(one, Outcome::Applied(_)))
    );
}

#[tokio::test]
async fn what_is_set_aside_is_the_operations_own() {
    let world = with_limit(3).await;
    let operation = world.client.reserve(2).unwrap();
    world.client.plans().await.unwrap();
    assert!(world.client.plans().await.is_err());
    assert!(world.client.reserve(1).is_err());
    operation.plans().await.unwrap();
    operation.clone().accounts(demo::PLAN).await.unwrap();
    assert!(operation.plans().await.is_err());
    assert_eq!(world.sent(), 3);

    let world = with_limit(3).await;
    drop(world.client.reserve(3).unwrap());
    world.client.plans().await.unwrap();
}
