//! Fifteen small inputs that go wrong for users of other programs, with the right behavior for
//! each.

mod amounts;
mod rows;

use avenir_sandbox::demo;
use avenir_ynab::{
    TransactionQuery,
    model::{Category, Transaction},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::world::World;

fn today() -> Date {
    TimeZone::UTC.to_datetime(Timestamp::now()).date()
}

async fn all(world: &World, plan: &str) -> Vec<Transaction> {
    let all = TransactionQuery::default();
    world.client.transactions(plan, &all).await.unwrap()
}

async fn categories(world: &World) -> Vec<Category> {
    let groups = world.client.categories(demo::PLAN).await.unwrap();
    groups
        .into_iter()
        .flat_map(|group| group.categories)
        .collect()
}
