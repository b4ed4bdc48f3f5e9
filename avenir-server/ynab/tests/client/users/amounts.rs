//! Tests of amounts that are read, summed, assigned or missing.

use avenir_sandbox::demo;
use avenir_ynab::{Milliunits, MoneyError, model::Category};
use serde_json::json;

use super::{all, categories, today};
use crate::world::World;

#[tokio::test]
async fn row_01_an_amount_is_not_cut() {
    let number = serde_json::from_str("65.02").unwrap();
    let amount = Milliunits::from_number(&number, 2).unwrap();
    assert_eq!((amount, "65.02".parse()), (Milliunits(65_020), Ok(amount)));
    let world = World::new().await;
    let row = json!({"account_id": demo::VISA_ACCOUNT, "date": today().to_string(),
        "amount": -amount.0});
    let made = world
        .applied("POST", "/transactions", json!({"transaction": row}))
        .await;
    let id = made["transaction"]["id"].as_str().unwrap();
    let read = world.client.transaction(demo::PLAN, id).await.unwrap();
    assert_eq!(read.amount.decimal().to_string(), "-65.02");
}

#[tokio::test]
async fn row_02_a_sum_of_many_is_exact() {
    let world = World::new().await;
    for plan in [demo::PLAN, demo::YEN_PLAN, demo::DINAR_PLAN] {
        let rows = all(&world, plan).await;
        let sum = Milliunits::checked_sum(rows.iter().map(|row| row.amount)).unwrap();
        let accounts = world.client.accounts(plan).await.unwrap();
        let balances =
            Milliunits::checked_sum(accounts.iter().map(|account| account.balance)).unwrap();
        assert_eq!(sum, balances);
    }
    let parts = ["-17.91"; 3].map(|text| text.parse::<Milliunits>().unwrap());
    let sum = Milliunits::checked_sum(parts.into_iter()).unwrap();
    let json = serde_json::to_string(&sum.decimal()).unwrap();
    assert_eq!(json, "-53.73");
}

#[test]
fn row_03_milliunits_are_a_tenth_of_a_cent() {
    assert_eq!(Milliunits(4_990).decimal().to_string(), "4.99");
}

#[tokio::test]
async fn row_04_an_amount_that_the_currency_does_not_have() {
    let world = World::new().await;
    for plan in world.client.plans().await.unwrap() {
        let digits = plan.currency_format.unwrap().decimal_digits;
        let wrong = Milliunits::parse("12.3456", digits).unwrap_err();
        let nearest = match digits {
            0 => "12 and 13",
            2 => "12.34 and 12.35",
            _ => "12.345 and 12.346",
        };
        assert!(matches!(wrong, MoneyError::TooFine { .. }));
        assert!(wrong.to_string().ends_with(nearest), "{wrong}");
    }
}

#[tokio::test]
async fn row_07_money_is_assigned_by_the_month() {
    let world = World::new().await;
    let read = async || {
        let category = world.client.category(demo::PLAN, "current", demo::HOBBIES);
        category.await.unwrap().budgeted
    };
    let before = read().await;
    let body = json!({"category": {"budgeted": 50_000}});
    let path = format!("/categories/{}", demo::HOBBIES);
    world.applied("PATCH", &path, body.clone()).await;
    assert_eq!(read().await, before, "200, and nothing changed");
    let path = format!("/months/current{path}");
    world.applied("PATCH", &path, body.clone()).await;
    world.applied("PATCH", &path, body).await;
    assert_eq!(
        read().await,
        Milliunits(50_000),
        "absolute, so twice is once"
    );
}

#[tokio::test]
async fn row_08_what_is_ready_to_assign_is_not_inflows_balance() {
    let world = World::new().await;
    let month = world.client.month(demo::PLAN, "current").await.unwrap();
    let inflow = month
        .categories
        .iter()
        .find(|one| one.id == demo::INFLOW)
        .unwrap();
    assert!(inflow.internal);
    // The balance is all income ever, so it is much more than the amount that is ready to assign.
    assert!(inflow.balance.0 > 10 * month.summary.to_be_budgeted.0);
    assert!(month.summary.to_be_budgeted.0 < 4_130_000);
}

#[tokio::test]
async fn row_09_a_shortfall_is_positive() {
    let world = World::new().await;
    let path = format!("/categories/{}", demo::HOBBIES);
    let target = json!({"category": {"goal_target": 90_000}});
    world.applied("PATCH", &path, target).await;
    let short: Vec<Category> = categories(&world)
        .await
        .into_iter()
        .filter(|one| {
            one.goal_under_funded
                .is_some_and(|missing| missing > Milliunits(0))
        })
        .collect();
    let hobbies = short.iter().find(|one| one.id == demo::HOBBIES).unwrap();
    assert_eq!(hobbies.goal_under_funded, Some(Milliunits(30_000)));
    assert_eq!(hobbies.goal_type.as_deref(), Some("NEED"));
}
