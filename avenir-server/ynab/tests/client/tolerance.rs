//! Tests that one odd row does not make all others unreadable.

use avenir_sandbox::{CannedAnswer, Fault, demo};
use avenir_ynab::{Milliunits, TransactionQuery};
use serde_json::json;

use crate::world::World;

/// Makes the sandbox answer the next request with this body.
fn answer(world: &World, body: &str) {
    let answer = CannedAnswer::status(200).body(body);
    world.sandbox.inject(Fault::answer(answer));
}

#[tokio::test]
async fn words_nulls_and_fields_of_another_version() {
    let world = World::new().await;
    let body = json!({"data": {"server_knowledge": 1, "newer": [], "transactions": [
        {"id": "a", "date": "2026-01-01", "amount": 1, "cleared": "quantum", "flag_color": "",
         "flag_name": null, "account_id": "x", "account_name": null, "approved": null,
         "import_id": "", "subtransactions": null, "deleted": null, "newer": {"deep": [1.5]}},
        {"id": "b", "date": "2026-01-02", "amount": null, "cleared": null, "flag_color": "invalid",
         "subtransactions": [{"id": "l", "amount": null, "deleted": null}]},
        {"id": "c"},
    ]}});
    answer(&world, &body.to_string());
    let query = TransactionQuery {
        since: Some(""),
        ..TransactionQuery::default()
    };
    let rows = world.client.transactions(demo::PLAN, &query).await.unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0].cleared, "quantum");
    assert_eq!((&rows[0].flag_color, &rows[0].import_id), (&None, &None));
    assert!(!rows[0].approved && !rows[0].deleted && !rows[0].is_split());
    assert_eq!(rows[1].flag_color.as_deref(), Some("invalid"));
    assert_eq!(rows[1].amount, Milliunits(0));
    assert!(rows[1].is_split());

    answer(
        &world,
        r#"{"data": {"accounts": [{"id": "a", "type": "cryptoWallet", "balance": null,
            "debt_interest_rates": {"2026-01-01": 1}, "note": null}]}}"#,
    );
    let accounts = world.client.accounts(demo::PLAN).await.unwrap();
    assert_eq!(accounts[0].kind, "cryptoWallet");

    answer(
        &world,
        r#"{"data": {"category_groups": [{"id": "g", "categories": null}, {"id": "h",
            "categories": [{"id": "c", "goal_type": "MOON", "goal_under_funded": null}]}]}}"#,
    );
    let groups = world.client.categories(demo::PLAN).await.unwrap();
    assert_eq!(groups[1].categories[0].goal_type.as_deref(), Some("MOON"));

    answer(
        &world,
        r#"{"data": {"plans": [{"id": "p", "name": null, "currency_format": {"locale": "en"}},
            {"id": "q", "currency_format": null}], "default_plan": null}}"#,
    );
    let plans = world.client.plans().await.unwrap();
    assert_eq!(plans[0].currency_format.as_ref().unwrap().decimal_digits, 2);
}

#[tokio::test]
async fn half_a_surrogate_pair() {
    let world = World::new().await;
    answer(
        &world,
        r#"{"data": {"payees": [{"id": "p", "name": "Caf\ud83d \\ud83d \ud83d\ude00"}]}}"#,
    );
    let payees = world.client.payees(demo::PLAN).await.unwrap();
    assert_eq!(payees[0].name, "Caf\u{fffd} \\ud83d 😀");
}

#[tokio::test]
async fn every_list_of_a_real_plan_is_read() {
    let world = World::new().await;
    let client = &world.client;
    for plan in client.plans().await.unwrap() {
        assert!(!client.accounts(&plan.id).await.unwrap().is_empty());
        assert!(!client.categories(&plan.id).await.unwrap().is_empty());
        assert!(!client.payees(&plan.id).await.unwrap().is_empty());
        assert!(!client.months(&plan.id).await.unwrap().is_empty());
        let month = client.month(&plan.id, "current").await.unwrap();
        let id = &month.categories[0].id;
        let category = client.category(&plan.id, "current", id).await.unwrap();
        assert_eq!(category.balance, month.categories[0].balance);
        let all = TransactionQuery::default();
        let rows = client.transactions(&plan.id, &all).await.unwrap();
        assert!(rows.len() > 100);
        client.scheduled_transactions(&plan.id).await.unwrap();
    }
}
