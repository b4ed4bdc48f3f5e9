//! Tests of rows that are refused, ignored, renamed or missed.

use avenir_sandbox::demo;
use avenir_ynab::{
    Outcome, TransactionQuery,
    model::Transaction,
    rules::{self, Broken},
};
use jiff::ToSpan as _;
use serde_json::{Value, json};

use super::{all, today};
use crate::{
    person::{Requests, confirmed},
    world::World,
};

#[tokio::test]
async fn row_05_one_bad_row_is_named_before_any_is_sent() {
    let today = today();
    let mut dates = vec![today.to_string(); 50];
    dates[31] = today.saturating_add(40.days()).to_string();
    dates[44] = today.saturating_sub(6.years()).to_string();
    let broken = rules::every(&dates, |date| rules::date(date, today)).unwrap_err();
    assert_eq!(broken.len(), 2);
    assert_eq!(
        broken[0],
        (
            31,
            Broken::Future {
                latest: today.saturating_add(1.day())
            }
        )
    );
    assert!(matches!(broken[1], (44, Broken::TooOld { .. })));
    assert_eq!(
        rules::every(&dates[..31], |date| rules::date(date, today)),
        Ok(())
    );
    // Check that YNAB refuses all rows if they are sent without that check.
    let world = World::new().await;
    let before = all(&world, demo::PLAN).await.len();
    let rows: Vec<Value> = dates
        .iter()
        .map(|date| json!({"account_id": demo::VISA_ACCOUNT, "date": date, "amount": -1_000}))
        .collect();
    let bulk = ("POST", "/transactions", json!({"transactions": rows}));
    let outcomes = world.write(&[bulk]).await;
    assert!(
        matches!(&outcomes[..], [Outcome::Refused(_)]),
        "{outcomes:?}"
    );
    assert_eq!(all(&world, demo::PLAN).await.len(), before);
}

#[tokio::test]
async fn row_06_a_category_on_a_split() {
    let world = World::new().await;
    let split = world
        .client
        .transaction(demo::PLAN, demo::SPLIT)
        .await
        .unwrap();
    let broken = rules::takes_category(&split).unwrap_err();
    assert!(broken.to_string().contains("in YNAB itself"), "{broken}");
    let transfer = world
        .client
        .transaction(demo::PLAN, demo::TRANSFER)
        .await
        .unwrap();
    assert_eq!(rules::takes_category(&transfer), Err(Broken::Transfer));
    let diner = world
        .client
        .transaction(demo::PLAN, demo::DINER)
        .await
        .unwrap();
    assert_eq!(rules::takes_category(&diner), Ok(()));
    // Check that YNAB answers 200 and ignores the category.
    let rows = json!([{"id": demo::SPLIT, "category_id": demo::HOBBIES}]);
    let body = json!({"transactions": rows});
    world.applied("PATCH", "/transactions", body).await;
    let after = world
        .client
        .transaction(demo::PLAN, demo::SPLIT)
        .await
        .unwrap();
    assert!(after.is_split() && after.category_id.is_none());
}

#[tokio::test]
async fn row_10_a_merchant_is_renamed_by_one_request() {
    let world = World::new().await;
    let rows = all(&world, demo::PLAN).await;
    let lidl = rows
        .iter()
        .find(|row| row.payee_name.as_deref() == Some("Lidl"))
        .and_then(|row| row.payee_id.clone())
        .unwrap();
    let of_lidl = |rows: &[Transaction], name: &str| {
        let own = rows
            .iter()
            .filter(|row| row.payee_id.as_ref() == Some(&lidl));
        own.filter(|row| row.payee_name.as_deref() == Some(name))
            .count()
    };
    let count = of_lidl(&rows, "Lidl");
    assert!(count > 30);
    world.sent();
    let path = format!("/payees/{lidl}");
    world
        .applied("PATCH", &path, json!({"payee": {"name": "Lidl Ireland"}}))
        .await;
    assert_eq!(world.sent(), 1);
    assert_eq!(
        of_lidl(&all(&world, demo::PLAN).await, "Lidl Ireland"),
        count
    );
}

#[tokio::test]
async fn row_11_an_edit_of_an_old_row_is_not_missed() {
    let world = World::new().await;
    let query = TransactionQuery::default();
    let cached = world.client.cached();
    let old = cached.transactions(demo::PLAN, &query).await.unwrap()[3].clone();
    assert!(old.date.as_str() < today().saturating_sub(1.year()).to_string().as_str());
    let other = World::clone_of(&world);
    let rows = json!([{"id": old.id, "memo": "edited"}]);
    other
        .applied("PATCH", "/transactions", json!({"transactions": rows}))
        .await;
    let rows = cached.transactions(demo::PLAN, &query).await.unwrap();
    let seen = rows.iter().find(|row| row.id == old.id).unwrap();
    assert_eq!(seen.memo.as_deref(), Some("edited"));
    // Check that each read of transactions sends a date, because YNAB's default leaves out old
    // rows.
    let log = world.sandbox.requests();
    assert!(
        log.iter().filter(|one| one.method == "GET").all(|one| {
            !one.path.ends_with("/transactions") || one.query.contains("since_date=")
        })
    );
}

#[test]
fn row_12_a_transfer_is_no_payees_name() {
    let broken = rules::payee_name("Transfer : Savings").unwrap_err();
    assert!(
        broken
            .to_string()
            .contains("for a transfer give the other account"),
        "{broken}"
    );
    for internal in ["Starting Balance", "Reconciliation Balance Adjustment 2"] {
        assert!(rules::payee_name(internal).is_err());
    }
    for fine in ["Transfer", "Café", "مخبز السلام", &"é".repeat(200)] {
        assert_eq!(rules::payee_name(fine), Ok(()));
    }
    assert!(rules::payee_name(&"é".repeat(201)).is_err());
}

/// Checks a read of an odd row that comes from YNAB itself. [`crate::tolerance`] has odd answers.
#[tokio::test]
async fn row_13_an_odd_value_does_not_hide_the_rest() {
    let world = World::new().await;
    for flag in [json!(""), Value::Null] {
        let rows = json!([{"id": demo::DINER, "flag_color": flag}]);
        world
            .applied("PATCH", "/transactions", json!({"transactions": rows}))
            .await;
        let rows = all(&world, demo::PLAN).await;
        let diner = rows.iter().find(|row| row.id == demo::DINER).unwrap();
        assert_eq!(diner.flag_color, None);
    }
}

#[tokio::test]
async fn row_14_last_used_moves_and_the_write_does_not() {
    let world = World::new().await;
    let plan = world.client.last_used().await.unwrap();
    assert_eq!(plan, demo::PLAN);
    let rows = json!({"transactions": [{"id": demo::DINER, "memo": "here"}]});
    let change = confirmed(Requests::new(&plan, &[("PATCH", "/transactions", rows)])).await;
    // Open another plan between the preview and the write.
    world.sandbox.open_plan(demo::YEN_PLAN).await.unwrap();
    assert_eq!(world.client.last_used().await.unwrap(), demo::YEN_PLAN);
    let outcome = world.client.write(change).next().await;
    assert!(matches!(outcome, Some(Outcome::Applied(_))), "{outcome:?}");
    let written = world.sandbox.requests().pop().unwrap();
    assert_eq!(
        written.path,
        format!("/v1/plans/{}/transactions", demo::PLAN)
    );
    let diner = world
        .client
        .transaction(demo::PLAN, demo::DINER)
        .await
        .unwrap();
    assert_eq!(diner.memo.as_deref(), Some("here"));
}

#[test]
fn row_15_a_memo_is_counted_and_never_cut() {
    let memo = "é".repeat(501);
    assert_eq!(
        rules::memo(&memo),
        Err(Broken::TooLong {
            what: "the memo",
            length: 501,
            most: 500
        })
    );
    assert_eq!(rules::memo(&memo[..1_000]), Ok(()), "characters, not bytes");
    assert!(rules::memo("a\0b").is_err());
    assert!(rules::group_name(&"x".repeat(51)).is_err());
}
